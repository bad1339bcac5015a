import { describe, expect, test } from 'vitest'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { inboard as clocked } from '../../support/service/clocked.ts'
import { inboard } from '../../support/service/shared.ts'
import { get, newCalendar } from './calendar.ts'

const inAnHour = () => new Date(clocked.clock.now() + 60 * 60_000).toISOString()

describe('a calendar', () => {
  test('is not there for any token but its own, each with the same answer', async () => {
    const person = await clocked.signIn()
    const { client } = person
    const make = async (scope: 'capture' | 'read' | 'write' | 'calendar', expires_at: string | null = null) =>
      await client.makeApiToken({ label: scope, scope, expires_at })
    const revoked = await make('calendar')
    const expired = await make('calendar', inAnHour())
    for (const { token } of [revoked, expired])
      expect((await get(`/calendar/${token}.ics`, {}, clocked)).status).toBe(200)
    await client.revokeApiToken({ id: revoked.api_token.id })
    clocked.clock.advance(61 * 60_000)
    const unknown = `${revoked.token.slice(0, -3)}AAA`
    const paths = [
      `${unknown}.ics`,
      `${revoked.token}.ics`,
      `${expired.token}.ics`,
      ...(await Promise.all((['capture', 'read', 'write'] as const).map((scope) => make(scope)))).map(
        ({ token }) => `${token}.ics`,
      ),
      `${person.token}.ics`,
      '.ics',
      'inb_.ics',
      `${'x'.repeat(3000)}.ics`,
      '%00.ics',
      'two%20words.ics',
      (await make('calendar')).token,
      `${(await make('calendar')).token}.ics.ics`,
    ]
    const answers = await Promise.all(paths.map((path) => get(`/calendar/${path}`, {}, clocked)))
    const seen = answers.map(({ status, text, headers }) => {
      const fields = [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name))
      return JSON.stringify({ status, text, fields })
    })
    expect(outcome(answers[0] as (typeof answers)[0])).toBe('404 not_found')
    expect(new Set(seen).size).toBe(1)
  })

  test('ends with its account', async () => {
    const person = await inboard.signIn()
    const path = await newCalendar(person)
    expect((await get(path)).status).toBe(200)
    await person.client.leave({ email: person.user.email })
    expect(outcome(await get(path))).toBe('404 not_found')
  })

  test('of an account that was deleted without its knowledge is not an empty one', async () => {
    const person = await inboard.signIn()
    const path = await newCalendar(person)
    expect((await get(path)).status).toBe(200)
    await inboard.world.db.transaction((tx) => tx.run`delete from users where id = ${person.user.id}`)
    expect(outcome(await get(path))).toBe('404 not_found')
  })

  test('is among the API tokens of its owner, with when it was last read', async () => {
    const person = await inboard.signIn()
    await get(await newCalendar(person))
    const { api_tokens } = await person.client.listApiTokens()
    expect(api_tokens).toMatchObject([{ label: 'Calendar', scope: 'calendar', expires_at: null }])
  })

  test('opens with nothing but its URL', async () => {
    const person = await inboard.signIn()
    const path = await newCalendar(person)
    const [, token = ''] = /\/(inb_[\w-]+)\.ics$/.exec(path) ?? []
    expect(token).not.toBe('')
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
      expect([method, outcome(await inboard.request(method, path))]).toEqual([method, '404 not_found'])
    expect((await inboard.request('GET', '/calendar/x.ics', { token })).status).toBe(404)
    expect((await inboard.request('GET', '/api/projects', { token })).status).toBe(403)
  })
})
