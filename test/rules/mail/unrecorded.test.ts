import { expect, test } from 'vitest'
import { databaseIn, outsider } from '../../support/databases/engine.ts'
import { eventually } from '../../support/service/inboard.ts'
import { firstPending, mailing, nothingWaits } from '../../support/service/mailing.ts'
import { TestSmtp } from '../../support/service/smtp.ts'

const { start, newFolder } = mailing()

test('a message is sent once though the database cannot record it when the mail server has taken it', async () => {
  const smtp = await TestSmtp.start()
  const folder = newFolder()
  const { DATABASE_URL = '' } = await databaseIn(folder)
  // On PostgreSQL it gives up sooner than usual. A file is given up soon enough.
  const impatient = DATABASE_URL.startsWith('sqlite:') ? DATABASE_URL : `${DATABASE_URL}&lock_timeout=1000`
  const inboard = await start(smtp, { DATABASE_URL: impatient }, folder)
  smtp.treat = () => 'hang after data'
  await inboard.client().requestLink({ email: 'ada@example.com' })
  const pending = await firstPending(smtp)
  smtp.treat = () => 'accept'
  const other = await outsider(inboard.world.config.database)
  await other.holdWriters()
  pending.accept()
  await smtp.linkTo('ada@example.com')
  // The lease on the message expires in the meantime.
  inboard.clock.advance(60_000)
  const trouble = 'the outbox could not be read or written'
  await eventually(() => inboard.log.find(({ msg }) => msg === trouble), 'an attempt to record it')
  await other.letGo()
  await other.close()

  await nothingWaits(inboard)
  await inboard.client().openLink({ token: await smtp.linkTo('ada@example.com') })
  expect(smtp.asked).toEqual(['ada@example.com'])
  expect(await inboard.metric('inboard_mail_sent_total')).toBe(1)
  expect(await inboard.metric('inboard_mail_failures_total')).toBe(0)
})
