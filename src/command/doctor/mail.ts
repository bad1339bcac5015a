import { randomUUID } from 'node:crypto'
import { seconds, systemClock } from '../../server/common/clock.ts'
import type { MailConfig } from '../../server/config/config.ts'
import { createTransport, greetMailServer, WrongScheme } from '../../server/mail/transports.ts'
import { type Finding, good, problem, reasonOf, warning } from './finding.ts'

// Longer than a mail server may take to greet us.
const patience = 35 * seconds

export async function examineMail(mail: MailConfig, testAddress: string | undefined): Promise<Finding[]> {
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
