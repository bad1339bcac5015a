import { randomUUID } from 'node:crypto'
import { isLoopbackHost } from '../../contract/plain/loopback.ts'
import { seconds, systemClock } from '../../server/common/clock.ts'
import { reasonOf } from '../../server/common/command-error.ts'
import { normaliseEmail } from '../../server/common/email.ts'
import { version } from '../../server/common/version.ts'
import type { Environment, MailConfig, Settings } from '../../server/config/config.ts'
import { type Examined, examine } from '../../server/config/configure.ts'
import { readEnvFile } from '../../server/config/environment.ts'
import { createTransport, greetMailServer, WrongScheme } from '../../server/mail/transports.ts'
import { type Given, UsageError } from '../command.ts'
import { answer, count, jsonOption } from '../output/terminal.ts'
import { examineDatabase } from './database.ts'
import { type Finding, good, problem, warning } from './finding.ts'
import { examineReach } from './reach.ts'

// Finds the mistakes that people make: in the variables, around the database, and between browsers and the server.

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
  const findings = await examineAll(process.env, address)
  answer(asked, { findings }, () => inWords(findings))
  return findings.some(({ is }) => is === 'problem') ? 1 : 0
}

export async function examineAll(environment: Environment, testAddress?: string): Promise<Finding[]> {
  const examined = examine(environment)
  const { settings, complaints } = examined
  return [
    good('Inboard', `version ${version} on Node ${process.versions.node}`),
    ...judgeConfiguration(examined),
    ...(await examineDatabase(settings.database)),
    judgeRegistration(settings),
    // A default in place of an invalid value would lead to another installation, and to advice about that.
    ...(complaints.length === 0 ? await examineReach(settings) : []),
    ...(await examineMail(settings.mail, testAddress)),
  ]
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
      : `${count(problems, 'problem')}, ${count(warnings, 'warning')}.`
  return `${lines.join('\n')}\n\n${end}`
}

/** Each complaint and each warning is a sentence that begins with the name of its variable. */
function judgeConfiguration({ complaints, warnings }: Examined): Finding[] {
  const about = 'configuration'
  const found = [
    ...complaints.map((complaint) => problem(about, complaint)),
    ...warnings.map((sentence) => warning(about, sentence)),
  ]
  return found.length > 0 ? found : [good(about, 'all variables are valid')]
}

function judgeRegistration({ appUrl, registration }: Settings): Finding {
  const about = 'registration'
  if (registration === 'closed') return good(about, 'closed')
  if (registration !== 'open')
    return good(about, `only for ${count(registration.length, 'address or domain', 'addresses or domains')}`)
  if (isLoopbackHost(new URL(appUrl).hostname)) return good(about, 'open, on this machine')
  return warning(
    about,
    `open: everyone who can reach ${appUrl} can create an account`,
    'Unless you want that, set REGISTRATION=closed, or to a list such as "ada@example.com, @example.org".',
  )
}

// Longer than a mail server may take to greet us.
const patience = 35 * seconds

async function examineMail(mail: MailConfig, testAddress: string | undefined): Promise<Finding[]> {
  const found = await examineTransport(mail)
  return testAddress && found.is !== 'problem' ? [found, await sendTest(mail, testAddress)] : [found]
}

async function examineTransport(mail: MailConfig): Promise<Finding> {
  const about = 'mail'
  if (mail.transport === 'log')
    return warning(
      about,
      `not sent: links are written to ${mail.file}`,
      'Set MAIL_TRANSPORT=smtp and SMTP_URL. Until then, "inboard users link ADDRESS" prints a sign-in link.',
    )
  if (mail.transport === 'sendmail') return good(about, `through ${mail.program}`)
  const host = URL.parse(mail.url)?.host
  if (!host)
    return problem(about, 'SMTP_URL names no mail server', 'Set it: smtps://user:password@mail.example.com')
  try {
    await greetMailServer(mail.url, mail.authorities, AbortSignal.timeout(patience))
    return good(about, `${host} accepts our connection`)
  } catch (error) {
    if (error instanceof WrongScheme) return problem(about, error.message)
    return problem(about, `${host} does not accept mail from us: ${reasonOf(error)}`, 'Check SMTP_URL.')
  }
}

async function sendTest(mail: MailConfig, to: string): Promise<Finding> {
  const about = 'mail'
  const text = 'This is a test. If you can read it, Inboard can send you sign-in links.'
  const message = { to, subject: 'Inboard can send mail', text: `${text}\n`, html: `<p>${text}</p>\n` }
  try {
    await createTransport(mail, systemClock, () => {})(message, randomUUID(), AbortSignal.timeout(patience))
    return good(about, `sent a test message to ${to}, from ${mail.from}`)
  } catch (error) {
    return problem(
      about,
      `the message to ${to} was not accepted: ${reasonOf(error)}`,
      'Check MAIL_FROM and SMTP_URL.',
    )
  }
}
