import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedPostgres } from '../../support/databases/shared-postgres.ts'
import { eventually, startTestInboard, type TestInboard } from '../../support/service/inboard.ts'
import { environmentOn, impatience, outcomeOf, peopleOn, reading, works, writing } from './outages.ts'

/** What becomes of requests to a database that is too busy. `parameters` are those of its URL. */
export function expectImpatience(name: string, parameters: Record<string, string> = {}): void {
  let inboard: TestInboard
  let outsider: pg.Client
  let people: string[]
  beforeAll(async () => {
    const postgres = await sharedPostgres()
    people = await peopleOn(postgres, name, 8)
    inboard = await startTestInboard(environmentOn(postgres, name, { ...impatience, ...parameters }))
    outsider = await postgres.connect(name)
  })
  afterAll(async () => {
    await outsider.end()
    await inboard.stop()
  })

  const logged = (why: string) =>
    eventually(() => JSON.stringify(inboard.log).includes(why) || undefined, `"${why}" in the log`)

  test('refuses those for whom no connection is left, until there is one', async () => {
    // One account alone does not get all of them.
    await outsider.query('begin; lock table cards in access exclusive mode')
    const everyone = () => Promise.all(people.map((one) => outcomeOf(inboard, one, reading)))
    expect(await everyone()).toEqual(people.map(() => '503 unavailable'))
    await logged('timeout exceeded when trying to connect')
    await outsider.query('rollback')
    for (const one of people) await works(inboard, one)
  })

  test('gives up a lock and a statement that take too long, and leaves no trace of them', async () => {
    const clients = people.slice(0, 2).map((token) => inboard.client(token))
    const [locked, slow] = await Promise.all(clients.map(async (client) => (await client.readMe()).user.id))
    await outsider.query(
      `create function dawdle() returns trigger language plpgsql as 'begin perform pg_sleep(60); return new; end';
       create trigger dawdle before insert on cards for each row when (new.owner_id = '${slow}') execute function dawdle()`,
    )
    await outsider.query(`begin; select id from users where id = '${locked}' for update`)
    const outcomes = await Promise.all(people.slice(0, 2).map((token) => outcomeOf(inboard, token, writing)))
    expect(outcomes).toEqual(['503 unavailable', '503 unavailable'])
    await logged('canceling statement due to lock timeout')
    await logged('canceling statement due to statement timeout')
    await outsider.query('rollback')
    await outsider.query('drop trigger dawdle on cards')
    for (const [index, client] of clients.entries()) {
      await works(inboard, people[index] ?? '')
      expect((await client.listInboxCards()).cards).toEqual([])
      await client.addInboxCard({ text: 'now' })
    }
  })
}
