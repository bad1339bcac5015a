import { randomUUID } from 'node:crypto'
import { systemClock } from '../../server/clock.ts'
import type { MailConfig } from '../../server/config.ts'
import { createTransport, greetMailServer } from '../../server/mail/transports.ts'
import { type Finding, good, problem, reasonOf, warning } from './finding.ts'

const patience = 20_000

export async function examineMail(mail: MailConfig, testAddress: string | undefined): Promise<Finding[]> {
  const found = await examineTransport(mail)
  return testAddress && found.is !== 'problem' ? [found, await sendTest(mail, testAddress)] : [found]
}

async function examineTransport(mail: MailConfig): Promise<Finding> {
  const about = 'mail'
  if (mail.transport === 'log')
    return warning(
      about,
      `none is sent: links are written to ${mail.file}`,
      'Set MAIL_TRANSPORT=smtp and SMTP_URL. Until then, "inboard users link ADDRESS" lets somebody in.',
    )
  if (mail.transport === 'sendmail') return good(about, `through ${mail.program}`)
  const host = URL.parse(mail.url)?.host
  if (!host)
    return problem(about, 'SMTP_URL names no mail server', 'Set it: smtps://user:password@mail.example.com')
  try {
    await greetMailServer(mail.url, mail.authorities, AbortSignal.timeout(patience))
    return good(about, `${host} lets us in`)
  } catch (error) {
    return problem(about, `${host} does not take mail from us: ${reasonOf(error)}`, 'Look at SMTP_URL.')
  }
}

async function sendTest(mail: MailConfig, to: string): Promise<Finding> {
  const about = 'mail'
  const text = 'This is a test. If you read it, Inboard can send you links to sign in with.'
  const message = { to, subject: 'Inboard can send mail', text: `${text}\n`, html: `<p>${text}</p>\n` }
  try {
    await createTransport(mail, systemClock, () => {})(message, randomUUID(), AbortSignal.timeout(patience))
    return good(about, `a message to ${to} is on its way, from ${mail.from}`)
  } catch (error) {
    return problem(
      about,
      `the message to ${to} was not taken: ${reasonOf(error)}`,
      'Look at MAIL_FROM and SMTP_URL.',
    )
  }
}
