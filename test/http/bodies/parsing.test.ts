import { describe, expect, test } from 'vitest'
import { timesAsLong } from '../../support/machine/times-as-long.ts'
import { inboard } from '../../support/service/shared.ts'
import { person } from './inbox.ts'

describe('how large a body may be', () => {
  test('a megabyte of mistakes does not hold up everyone else', async () => {
    const listing = (members: number, member: string) =>
      `{"project_id":null,"status_id":null,"card_ids":[${Array(members).fill(member).join(',')}]}`
    const tooMany = { field: 'card_ids', message: 'must have at most 10000 members' }
    const refusing =
      (body: string, ...mistakes: { field: string; message: string }[]) =>
      async () => {
        const answer = await inboard.request('PUT', '/api/cards/order', { token: person.token, body })
        expect(answer.body.errors).toEqual([tooMany, ...mistakes])
      }
    const wrong = refusing(listing(39_000, '1'), { field: 'card_ids.0', message: 'must be text' })
    const right = refusing(listing(39_000, '""'))
    // Refusing 39,000 wrong members costs no more than reading them. An error for each would cost 50 times that.
    expect(await timesAsLong(wrong, right, 8)).toBeLessThan(8)
  })

  test('a body that would take long to parse is refused before it is parsed, unless it is only text', async () => {
    const refused = [{ field: '', message: 'must have fewer values, and less deeply nested ones' }]
    const send = async (members: string) => {
      const body = `{"project_id":null,"status_id":null,"card_ids":[]${members}}`
      const { status, body: answer } = await inboard.request('PUT', '/api/cards/order', {
        token: person.token,
        body,
      })
      return status === 200 ? status : answer.errors
    }
    const many = (text: string, count: number) => Array(count).fill(text).join(',')
    expect(await send(`,"a":[${many('1', 300_000)}]`)).toEqual(refused)
    expect(await send(`,"a":{${many('"b":1', 100_000)}}`)).toEqual(refused)
    expect(await send(`,"a":${'['.repeat(200_000)}${']'.repeat(200_000)}`)).toEqual(refused)
    expect(await send(`,"a":${'['.repeat(50)}${many('""', 30_000)}${']'.repeat(50)}`)).toBe(200)
    expect(await send(`,"a":"${'[{:,\\"'.repeat(100_000)}"`)).toBe(200)
  })
})
