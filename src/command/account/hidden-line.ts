import { text } from 'node:stream/consumers'

/** Reads a line without echoing it. Without a terminal, reads all of standard input. */
export async function readHiddenLine(prompt: string): Promise<string> {
  const { stdin, stderr } = process
  if (!stdin.isTTY) return (await text(stdin)).trim()
  stderr.write(prompt)
  stdin.setRawMode(true)
  stdin.setEncoding('utf8')
  try {
    let line = ''
    for await (const typed of stdin)
      for (const key of String(typed)) {
        if (key === '\r' || key === '\n' || key === '\x04') return line.trim()
        if (key === '\x03') process.exit(130)
        line = key === '\x7f' || key === '\b' ? line.slice(0, -1) : line + key
      }
    return line.trim()
  } finally {
    stdin.setRawMode(false)
    stdin.pause()
    stderr.write('\n')
  }
}
