import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginAgain } from '../../../../src/client/replica.ts'
import { listen, problemOf } from '../../../api/events/listening.ts'
import { PostgresServer } from '../../../support/databases/postgres-server.ts'
import { MovingEndpoint } from '../../../support/network/moving-endpoint.ts'
import { eventually, startTestInboard, type TestInboard } from '../../../support/service/inboard.ts'

let primary: PostgresServer
let standby: PostgresServer
let endpoint: MovingEndpoint
let inboard: TestInboard
beforeAll(async () => {
  primary = await PostgresServer.start()
  await primary.createMigratedDatabase('inboard')
  standby = await primary.startStandby()
  endpoint = await MovingEndpoint.open(primary.port)
  const url = primary.url('inboard', { connectionTimeoutMillis: '1000' })
  inboard = await startTestInboard({
    DATABASE_URL: url.replace(`:${primary.port}/`, `:${endpoint.port}/`),
    JWT_SECRET: 'the secret of every instance in this file',
  })
})
afterAll(async () => {
  await inboard?.stop()
  endpoint?.close()
  await Promise.all([primary?.stop(), standby?.stop()])
})

/** From now on the standby gets nothing, and nobody waits for it. */
async function separate(): Promise<void> {
  const [ofPrimary, ofStandby] = await Promise.all([primary.connect('postgres'), standby.connect('postgres')])
  for (const [client, setting] of [
    [ofPrimary, "synchronous_standby_names = ''"],
    [ofStandby, "primary_conninfo = ''"],
  ] as const) {
    await client.query(`alter system set ${setting}`)
    await client.query('select pg_reload_conf()')
  }
  await eventually(async () => {
    const { rowCount } = await ofStandby.query('select from pg_stat_wal_receiver')
    return rowCount === 0 || undefined
  }, 'the standby to be alone')
  await Promise.all([ofPrimary.end(), ofStandby.end()])
}

test('after a failover that lost writes, streams that have seen them end, and others continue', async () => {
  const [ada, bob] = [await inboard.signIn(), await inboard.signIn()]
  for (const { client } of [ada, bob]) await client.addInboxCard({ text: 'kept' })
  await separate()
  const [hers, his] = [await listen(ada, {}, inboard), await listen(bob, {}, inboard)]
  for (const text of ['lost', 'lost too']) await ada.client.addInboxCard({ text })
  await hers.until(3)
  await primary.kill()
  await standby.promote()
  endpoint.moveTo(standby.port)

  await eventually(() => hers.isEnded() || undefined, 'the end of her stream')
  expect(await problemOf(await listen(ada, { lastEventId: '3' }, inboard))).toBe('410 cursor_gone')
  // What our client does about it.
  const { seq, cards } = await beginAgain(ada.client, 3)
  expect([seq, cards.map(({ text }) => text)]).toEqual([4, ['kept']])
  const next = await listen(ada, { lastEventId: '4' }, inboard)
  await ada.client.addInboxCard({ text: 'new' })
  expect((await next.until(5)).flatMap(({ cards }) => cards.map(({ text }) => text))).toEqual(['new'])
  await bob.client.addInboxCard({ text: 'new' })
  await his.until(2)
  expect(his.isEnded()).toBe(false)
  for (const stream of [next, his]) stream.close()
})
