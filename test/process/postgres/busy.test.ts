import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PostgresServer } from '../../support/databases/postgres-server.ts'
import { eventually, startTestInboard, type TestInboard } from '../../support/service/inboard.ts'
import { onNew, outcomeOf, reading, works, writing } from './outages.ts'

let postgres: PostgresServer
beforeAll(async () => {
  postgres = await PostgresServer.start()
})
afterAll(() => postgres.stop())

describe.each([
  ['', 'busy', {}],
  [' behind a pooler', 'busy_pooler', { prepare: 'off' }],
])('a database that is too busy%s', (_where, name, parameters) => {
  let inboard: TestInboard
  let outsider: pg.Client
  let token: string
  beforeAll(async () => {
    inboard = await startTestInboard(await onNew(postgres, name, parameters))
    outsider = await postgres.connect(name)
    token = (await inboard.signIn()).token
  })
  afterAll(async () => {
    await outsider.end()
    await inboard.stop()
  })

  const logged = (why: string) =>
    eventually(() => JSON.stringify(inboard.log).includes(why) || undefined, `"${why}" in the log`)

  test('refuses those for whom no connection is left, until there is one', async () => {
    // One account alone does not get all of them.
    const people = await Promise.all(Array.from({ length: 16 }, () => inboard.signIn()))
    await outsider.query('begin; lock table cards in access exclusive mode')
    const everyone = () => Promise.all(people.map((one) => outcomeOf(inboard, one.token, reading)))
    expect(await everyone()).toEqual(people.map(() => '503 unavailable'))
    await logged('timeout exceeded when trying to connect')
    await outsider.query('rollback')
    await works(inboard, token)
    expect(await everyone()).toEqual(people.map(() => '200'))
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
    const client = inboard.client(token)
    expect((await client.listInboxCards()).cards).toEqual([])
    const { card } = await client.addInboxCard({ text: 'now' })
    await client.removeCard({ id: card.id })
  })
})
