import { normaliseEmail } from '../../server/common/email.ts'
import { version } from '../../server/common/version.ts'
import { examine } from '../../server/config/configure.ts'
import { readEnvFile } from '../../server/config/env-file.ts'
import { type Given, UsageError } from '../command.ts'
import { answer, jsonOption } from '../output/terminal.ts'
import { examineConfiguration } from './configuration.ts'
import { examineDatabase } from './database.ts'
import { examineFiles } from './files.ts'
import { type Finding, good } from './finding.ts'
import { examineLimits } from './limits.ts'
import { examineMail } from './mail.ts'
import { examineReach } from './reach.ts'

export const options = {
  'send-test-mail': { value: 'ADDRESS', help: 'send a test message there' },
  ...jsonOption,
}
export const notes = `Run it where the server runs, with the same variables and as the same user. It changes nothing.
The exit code is 1 if there is a problem; warnings do not count.`

export async function run({ options: asked }: Given): Promise<number> {
  const address = asked['send-test-mail']
  if (address !== undefined) requireAddress(address)
  readEnvFile()
  const examined = examine(process.env)
  const { settings, mail } = examined
  const findings = [
    good('Inboard', `version ${version} on Node ${process.versions.node}`),
    ...examineConfiguration(examined),
    // Before the database is opened, which may create the files beside it.
    ...examineFiles(process.env, settings),
    ...(await examineDatabase(settings.database)),
    ...examineLimits(settings),
    // A default in place of an invalid value would lead to another installation, and to advice about that.
    ...(examined.complaints.length === 0 ? await examineReach(settings) : []),
    ...(await examineMail(mail, address)),
  ]
  answer(asked, { findings }, () => inWords(findings))
  return findings.some(({ is }) => is === 'problem') ? 1 : 0
}

function requireAddress(address: string): void {
  try {
    normaliseEmail(address)
  } catch {
    throw new UsageError('--send-test-mail needs an email address, such as ada@example.com.')
  }
}

const marks = { good: '✓', warning: '!', problem: '✗' }

function inWords(findings: Finding[]): string {
  const width = Math.max(...findings.map(({ about }) => about.length))
  const lines = findings.flatMap(({ about, is, says, todo }) => [
    `${marks[is]} ${about.padEnd(width)}  ${says}`,
    ...(todo ? [`  ${' '.repeat(width)}  → ${todo}`] : []),
  ])
  const number = (wanted: Finding['is']) => findings.filter(({ is }) => is === wanted).length
  const [problems, warnings] = [number('problem'), number('warning')]
  const end =
    problems + warnings === 0
      ? 'All is well.'
      : `${problems} problem${problems === 1 ? '' : 's'}, ${warnings} warning${warnings === 1 ? '' : 's'}.`
  return `${lines.join('\n')}\n\n${end}`
}
