import { describe, expect, test } from 'vitest'
import { times } from '../../support/service/sending.ts'
import { newcomer } from './people.ts'

describe('an import with a key', () => {
  test('is done once, and a repetition returns the same result', async () => {
    const { post, client } = await newcomer()
    const file = 'project,text\nGarden,Weed\n,Water'
    const first = await post(file, 'text/csv', '?title=x', 'key')
    const again = await post(file, 'text/csv', '?title=x', 'key')
    expect([first.isReplay, again.isReplay, again.status, again.seq]).toEqual([false, true, 201, first.seq])
    expect(again.body).toEqual(first.body)
    expect((await client.listProjects()).projects).toHaveLength(1)
    await client.removeProject({ project_id: first.body.boards[0].project_id })
    expect((await post(file, 'text/csv', '?title=x', 'key')).body).toEqual(first.body)
    expect((await client.listProjects()).projects).toEqual([])
  })

  test('is another one with another file, type, choice or title', async () => {
    const { post, send } = await newcomer()
    const file = 'project,status,text\nGarden,A,Weed'
    expect((await post(file, 'text/csv', '', 'key')).outcome).toBe('201')
    for (const [other, type, query] of [
      ['text\nwater', 'text/csv', ''],
      [file, 'text/markdown', ''],
      [file, 'text/csv', '?lists=A:Done'],
      [file, 'text/csv', '?title=Garden'],
    ] as const)
      expect((await post(other, type, query, 'key')).outcome).toBe('422 idempotency_key_reused')
    expect((await send('POST /api/inbox/cards', { body: { text: 'x' }, key: 'key' })).outcome).toBe(
      '422 idempotency_key_reused',
    )
    expect((await post(file, 'text/csv', '', 'two words')).outcome).toBe('422 validation_failed')
  })

  test('sent many times at once, here and on the other thread, is done once', async () => {
    for (const length of [10, 400]) {
      const { post, client } = await newcomer()
      const file = `project,text\n${times(length, (index) => `Garden,Card ${index}`).join('\n')}`
      const answers = await Promise.all(times(5, () => post(file, 'text/csv', '', 'key')))
      expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(1)
      for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
      expect((await client.listProjects()).projects).toMatchObject([{ card_count: length }])
    }
  })

  test('is not used up by a dry run', async () => {
    const { post, client } = await newcomer()
    expect((await post('text\nWeed', 'text/csv', '?dry_run=true', 'key')).outcome).toBe('200')
    const { outcome, isReplay } = await post('text\nWeed', 'text/csv', '', 'key')
    expect([outcome, isReplay]).toEqual(['201', false])
    expect((await post('text\nWeed', 'text/csv', '?dry_run=true', 'key')).outcome).toBe('200')
    expect((await client.listInboxCards()).cards).toHaveLength(1)
  })
})
