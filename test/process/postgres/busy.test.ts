import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PostgresServer } from '../../support/databases/postgres-server.ts'
import { sharedPostgres } from '../../support/databases/shared-postgres.ts'
import { eventually, startTestInboard, type TestInboard } from '../../support/service/inboard.ts'
import { environmentOn, impatience, outcomeOf, peopleOn, reading, works, writing } from './outages.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await sharedPostgres()
})

describe.each([
  ['', 'busy', {}],
  [' behind a pooler', 'busy_pooler', { prepare: 'off' }],
])('a database that is too busy%s', (_where, name, parameters) => {
  let inboard: TestInboard
  let outsider: pg.Client
  let people: string[]
  let token: string
  beforeAll(async () => {
    people = await peopleOn(postgres, name, 8)
    token = people[0] ?? ''
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

  test.each([
    [
      'a lock',
      'begin; select id from users for update',
      'rollback',
      'canceling statement due to lock timeout',
    ],
    [
      'a statement',
      `create function dawdle() returns trigger language plpgsql as 'begin perform pg_sleep(60); return new; end';
        create trigger dawdle before insert on cards for each row execute function dawdle()`,
      'drop trigger dawdle on cards',
      'canceling statement due to statement timeout',
    ],
  ])('gives up %s that takes too long, and leaves no trace of it', async (_what, hinder, free, why) => {
    await outsider.query(hinder)
    expect(await outcomeOf(inboard, token, writing)).toBe('503 unavailable')
    await logged(why)
    await outsider.query(free)
    await works(inboard, token)
    const client = inboard.client(token)
    expect((await client.listInboxCards()).cards).toEqual([])
    const { card } = await client.addInboxCard({ text: 'now' })
    await client.removeCard({ id: card.id })
  })
})
