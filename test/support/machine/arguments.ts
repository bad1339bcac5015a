/** Reads the arguments of this process. If they are wrong, prints the reason with the usage, and exits. */
export function argumentsOr<Options>(usage: string, read: (given: string[]) => Options): Options {
  try {
    return read(process.argv.slice(2))
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n\n${usage}\n`)
    process.exit(1)
  }
}
