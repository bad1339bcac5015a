import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newDataFolder } from '../../support/machine/folders.ts'

/** A folder with a `sendmail` script that saves its standard input and its arguments, and then runs `then`. */
export function sendmail(then = 'exit 0') {
  const place = newDataFolder('sendmail-')
  const program = join(place, 'sendmail')
  const mails = join(place, 'mails')
  mkdirSync(mails)
  // Shell built-ins only, because PATH contains nothing but this folder.
  const script = `#!/bin/sh
{ for one in "$@"; do printf '%s\\n' "$one"; done; } > '${mails}'/$$.arguments
{ while IFS= read -r line; do printf '%s\\n' "$line"; done; } > '${mails}'/$$.message
${then}
`
  writeFileSync(program, script, { mode: 0o755 })
  const read = (ending: string) =>
    readdirSync(mails)
      .filter((file) => file.endsWith(ending))
      .map((file) => readFileSync(join(mails, file), 'utf8'))
  return {
    place,
    program,
    environment: { MAIL_TRANSPORT: 'sendmail', PATH: place },
    messages: () => read('.message'),
    arguments: () => read('.arguments').map((lines) => lines.trimEnd().split('\n')),
  }
}
