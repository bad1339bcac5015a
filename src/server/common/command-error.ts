/** A command failed. The message is for the person who ran it. Exit code 1. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** The message of an error, as part of a sentence. */
export function reasonOf(error: unknown): string {
  const { name, message, cause, errors = [] } = error as Error & { errors?: Error[] }
  // Its own message says only that there is another. A CommandError may have one for a whole sentence.
  if (cause && ['DatabaseUnavailable', 'CommandError'].includes(name)) return reasonOf(cause)
  // If a host name has several IPs, each attempt has a message of its own, and the error as a whole has none.
  const reason = message || errors.map((one) => one.message).join(', ') || 'it does not answer'
  return reason.replace(/\.$/, '')
}
