/** A command failed. The message is for the person who ran it. Exit code 1. */
export class CommandError extends Error {
  override name = 'CommandError'
}
