import { describe, expect, test } from 'vitest'
import { expectExact } from '../../support/service/counted.ts'
import { tally, times } from '../../support/service/sending.ts'
import { small } from '../../support/service/small.ts'
import { newcomer } from './people.ts'

const projects = (count: number) => `project,text\n${times(count, (index) => `P${index},x`).join('\n')}`
const cards = (count: number) => `text\n${times(count, () => 'x').join('\n')}`

describe('limits', () => {
  test.for([
    [
      'projects',
      projects(4),
      projects(3),
      '409 project_limit_reached',
      'This file has more projects than you may still add. Delete some of yours first.',
    ],
    [
      'cards',
      cards(11),
      cards(10),
      '409 card_limit_reached',
      'This file has more cards than you may still add. Delete some of yours first.',
    ],
    [
      'text',
      `project,text\nP,${'ä'.repeat(50)}`,
      `project,text\nP,${'ä'.repeat(49)}`,
      '409 storage_limit_reached',
      'This file has more text than you may still add. Delete some of your cards first.',
    ],
  ] as const)(
    'of %s are kept to the last, in a dry run too',
    async ([, tooMuch, fitting, outcome, detail]) => {
      const person = await newcomer(small)
      for (const query of ['?dry_run=true', '']) {
        const { outcome: refusal, body } = await person.post(tooMuch, 'text/csv', query)
        expect([refusal, body.detail]).toEqual([outcome, detail])
      }
      expect((await person.client.changes()).seq).toBe(0)
      expect((await person.post(fitting, 'text/csv', '?dry_run=true')).outcome).toBe('200')
      expect((await person.post(fitting)).outcome).toBe('201')
      await expectExact(person, small)
    },
  )

  test('make the bin give way, but not to a dry run, nor where that is not enough', async () => {
    const person = await newcomer(small)
    const { client } = person
    for (const text of ['a', 'b', 'c']) {
      const { card } = await client.addInboxCard({ text })
      await client.removeCard({ id: card.id })
    }
    await client.addInboxCard({ text: 'kept' })
    const inBin = async () => (await client.listBin()).items.map(({ text }) => text)
    expect((await person.post(cards(8), 'text/csv', '?dry_run=true')).outcome).toBe('200')
    expect((await person.post(cards(10))).outcome).toBe('409 card_limit_reached')
    expect(await inBin()).toEqual(['c', 'b', 'a'])
    expect((await person.post(cards(8))).outcome).toBe('201')
    expect(await inBin()).toEqual(['c'])
    await expectExact(person, small)
  })

  test('hold when many import at once: exactly as many succeed as fit', async () => {
    const person = await newcomer(small)
    const answers = await Promise.all(times(10, () => person.post(projects(1))))
    expect(tally(answers)).toEqual({ '201': 3, '409 project_limit_reached': 7 })
    await expectExact(person, small)
    expect((await person.client.listProjects()).projects).toHaveLength(3)
  })
})
