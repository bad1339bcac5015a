import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../src/client/client.ts'
import { type SignedIn, startTestInboard, type TestInboard } from '../support/service/inboard.ts'

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard()
})
afterAll(() => inboard.stop())

/** Somebody with a card for each text, the first one being the oldest. */
async function withCards(...texts: string[]): Promise<SignedIn> {
  const person = await inboard.signIn()
  for (const text of texts) {
    await person.client.addInboxCard({ text })
    inboard.clock.advance(1000)
  }
  return person
}

const found = async (client: Client, q: string, limit?: number) =>
  (await client.searchCards({ q, ...(limit && { limit }) })).cards.map(({ text }) => text)

describe('a card is found', () => {
  let client: Client
  const texts = [
    'Water the plants',
    'Crème brûlée für Zoë',
    'cafe\u0301 au lait',
    'ﬁnd the oﬃce',
    'ΟΔΟΣ ΟΔΟΣΤΡΩΜΑ',
    'Ο σοφός Οδυσσεύς',
    'İstanbul, ILGAZ',
    '庭に水をやる 収穫',
    'ガーデン',
    '물을 주다',
    'Ernte 🍎 👩‍👩‍👧‍👦 ❤️',
    'ｆｕｌｌ　ｗｉｄｔｈ',
    '100% of a_b \\ "quoted" \'it\'',
  ]
  beforeAll(async () => {
    client = (await withCards(...texts)).client
  })

  test.for([
    ['water', 0],
    ['WATER', 0],
    ['plants water', 0],
    ['lant ate', 0],
    ['the\tplants\n water', 0],
    ['the　plants', 0],
    ['plants plants', 0],
    ['Wätêr', 0],
    ['creme BRULEE', 1],
    ['brûlée', 1],
    ['bru\u0302le\u0301e zoe', 1],
    ['FÜR', 1],
    ['café', 2],
    ['CAFE\u0301', 2],
    ['find office', 3],
    ['ﬃ', 3],
    ['οδοστρωμα', 4],
    ['ΟΔΟΣΤ', 4],
    ['οδοστρ', 4],
    ['σοφος', 5],
    ['ΣΟΦΌΣ', 5],
    ['σοφοσ', 5],
    ['οδυσσευς', 5],
    ['istanbul', 6],
    ['İSTANBUL', 6],
    ['ilgaz', 6],
    ['水', 7],
    ['収穫 庭', 7],
    ['ｶﾞｰﾃﾞﾝ', 8],
    ['물', 9],
    ['무', 9],
    ['🍎', 10],
    ['👧 ernte', 10],
    ['❤', 10],
    ['❤️', 10],
    ['full width', 11],
    ['Ｗｉｄｔｈ', 11],
    ['100%', 12],
    ['%', 12],
    ['a_b', 12],
    ['\\', 12],
    ['"quoted"', 12],
    ["'it'", 12],
  ] as const)('by %j', async ([q, index]) => {
    expect(await found(client, q)).toEqual([texts[index]])
  })

  test('by the sigma in any form, wherever it stands', async () => {
    expect(await found(client, 'ΟΔΟΣ')).toEqual([texts[4]])
    expect(await found(client, 'ς')).toEqual([texts[5], texts[4]])
  })

  test.for(['water brulee', 'waterthe', 'a%b', 'axb', 'nothing', 'ı', 'ж', 'plants water nothing'])(
    'only if every word occurs in it: not by %j',
    async (q) => {
      expect(await found(client, q)).toEqual([])
    },
  )
})

test('the whole cards are answered, from the inbox and from every project', async () => {
  const { client } = await withCards('Sow beans')
  const { project } = await client.addProject({ title: 'Beans' })
  await client.addProjectCard({ project_id: project.id, text: 'Pick BEANS', complete: true })
  const { cards } = await client.searchCards({ q: 'beans' })
  const { cards: ofProject } = await client.listProjectCards({ project_id: project.id })
  const { cards: ofInbox } = await client.listInboxCards()
  expect(cards).toEqual([...ofProject, ...ofInbox])
})

test('nobody finds what belongs to somebody else, or what has been deleted', async () => {
  const [one, other] = [await withCards('Prune the apple tree'), await withCards('Apple pie')]
  expect(await found(one.client, 'apple')).toEqual(['Prune the apple tree'])
  expect(await found(other.client, 'apple')).toEqual(['Apple pie'])
  const { cards } = await one.client.listInboxCards()
  await one.client.removeCard({ id: cards[0]?.id ?? '' })
  expect(await found(one.client, 'apple')).toEqual([])

  const { project } = await other.client.addProject({ title: 'Kitchen' })
  await other.client.addProjectCard({ project_id: project.id, text: 'Apple juice' })
  await other.client.removeProject({ project_id: project.id })
  expect(await found(other.client, 'apple')).toEqual(['Apple pie'])
})

describe('of many', () => {
  test('those that were updated last come first, and as many as are wanted', async () => {
    const { client } = await withCards('bean 0', 'bean 1', 'bean 2', 'bean 3')
    const { cards } = await client.searchCards({ q: 'bean' })
    expect(cards.map(({ text }) => text)).toEqual(['bean 3', 'bean 2', 'bean 1', 'bean 0'])
    await client.editCard({ id: cards[2]?.id ?? '', text: 'bean 1, edited' })
    expect(await found(client, 'bean', 3)).toEqual(['bean 1, edited', 'bean 3', 'bean 2'])
    expect(await found(client, 'bean', 1)).toEqual(['bean 1, edited'])
    await client.editCard({ id: cards[0]?.id ?? '', text: 'carrot' })
    expect(await found(client, 'bean')).toEqual(['bean 1, edited', 'bean 2', 'bean 0'])
  })

  test('more than a page of them is looked through, and ties are in the order of ids', async () => {
    const { client } = await inboard.signIn()
    // A few at a time: some have the same time, and none waits long for a connection to the database.
    const add = async (from: number, to: number) => {
      const numbers = Array.from({ length: to - from }, (_, n) => n).values()
      const addInTurn = async () => {
        for (const n of numbers)
          await client.addInboxCard({ text: `${n % 3 === 0 ? 'Straw' : 'Hay'} ${from + n}` })
      }
      await Promise.all([addInTurn(), addInTurn(), addInTurn(), addInTurn()])
    }
    await add(0, 250)
    const { card: needle } = await client.addInboxCard({ text: 'Needle' })
    await add(250, 500)

    const straws = (await client.listInboxCards()).cards
      .filter(({ text }) => text.startsWith('Straw'))
      .toSorted((a, b) =>
        a.updated_at === b.updated_at ? (a.id < b.id ? -1 : 1) : a.updated_at < b.updated_at ? 1 : -1,
      )
    expect((await client.searchCards({ q: 'needle' })).cards.map(({ id }) => id)).toEqual([needle.id])
    expect((await client.searchCards({ q: 'STRAW', limit: 200 })).cards).toEqual(straws)
    expect((await client.searchCards({ q: 'straw' })).cards).toEqual(straws.slice(0, 50))
    expect((await client.searchCards({ q: 'straw', limit: 7 })).cards).toEqual(straws.slice(0, 7))
    expect((await client.searchCards({ q: 'a', limit: 200 })).cards).toHaveLength(200)
  })

  test('what is edited and deleted meanwhile is there as it is or not at all', async () => {
    const { client } = await withCards(...Array.from({ length: 30 }, (_, n) => `bean ${n}`))
    const { cards } = await client.listInboxCards()
    const searches = Array.from({ length: 30 }, async () => (await client.searchCards({ q: 'bean' })).cards)
    const changes = cards.map(({ id }, n) =>
      n % 2 === 0 ? client.removeCard({ id }) : client.editCard({ id, text: 'pea' }),
    )
    for (const answer of await Promise.all(searches)) {
      for (const { text } of answer) expect(text).toMatch(/^bean/)
    }
    await Promise.all(changes)
    expect(await found(client, 'bean')).toEqual([])
  })
})

describe('what is refused', () => {
  let token: string
  beforeAll(async () => {
    token = (await inboard.signIn()).token
  })

  test.for([
    ['', 'q', 'is required'],
    ['?limit=5', 'q', 'is required'],
    ['?q=', 'q', 'must not be empty'],
    ['?q=%20%09', 'q', 'must not be empty'],
    ['?q=%E3%80%80', 'q', 'must not be empty'],
    ['?q=%CC%81', 'q', 'must contain a word'],
    ['?q=%CC%81%20%C2%A8', 'q', 'must contain a word'],
    ['?q=%00', 'q', 'must not contain NUL or half of a character'],
    ['?q=a&q=b', 'q', 'must be text'],
    [`?q=${'a'.repeat(2001)}`, 'q', 'must be at most 2000 characters long'],
    ['?q=a&limit=0', 'limit', 'must be from 1 to 200'],
    ['?q=a&limit=-1', 'limit', 'must be from 1 to 200'],
    ['?q=a&limit=201', 'limit', 'must be from 1 to 200'],
    ['?q=a&limit=', 'limit', 'must be a whole number'],
    ['?q=a&limit=many', 'limit', 'must be a whole number'],
    ['?q=a&limit=1.5', 'limit', 'must be a whole number'],
    ['?q=a&limit=1&limit=2', 'limit', 'must be a whole number'],
  ] as const)('"%s"', async ([query, field, message]) => {
    const { status, body } = await inboard.request('GET', `/api/search${query}`, { token })
    expect([status, body.code, body.errors]).toEqual([422, 'validation_failed', [{ field, message }]])
  })

  test('a stranger', async () => {
    expect((await inboard.request('GET', '/api/search?q=a')).status).toBe(401)
  })
})

test('the bounds themselves are not', async () => {
  const { client } = await withCards('a')
  expect(await found(client, 'a', 1)).toEqual(['a'])
  expect(await found(client, 'a', 200)).toEqual(['a'])
  expect(await found(client, 'a '.repeat(1000))).toEqual(['a'])
})
