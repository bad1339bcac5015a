import { randomUUID } from 'node:crypto'
import { systemClock } from '../../../src/server/common/clock.ts'
import { configure } from '../../../src/server/config/configure.ts'
import { createTransport } from '../../../src/server/mail/transports.ts'
import type { TestSmtp } from '../../support/service/smtp.ts'

/** One attempt to deliver a message, as these variables say, without the service around it. */
export async function deliver(
  smtp: TestSmtp,
  environment: Record<string, string> = {},
  to = 'ada@example.com',
): Promise<void> {
  const { mail } = configure({ JWT_SECRET: 'x'.repeat(32), ...smtp.environment, ...environment })
  const message = { to, subject: 'Hello', text: 'Hello', html: 'Hello' }
  await createTransport(mail, systemClock, () => {})(message, randomUUID(), new AbortController().signal)
}
