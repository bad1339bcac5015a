import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../src/client/client.ts'
import type { Card } from '../../src/contract/card.ts'
import { ColumnModel } from '../support/models/column-model.ts'
import { codeOfRefusal, startTestInboard, type TestInboard } from '../support/service/inboard.ts'

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard({ MAX_PROJECTS: '1000' })
})
afterAll(() => inboard.stop())

interface Place {
  project_id: string | null
  status_id: string | null
}

/** A project's three columns and the inbox. */
async function newBoard(client: Client): Promise<Place[]> {
  const { project } = await client.addProject({ title: 'Model' })
  const { statuses } = await client.listStatuses({ project_id: project.id })
  return [
    { project_id: null, status_id: null },
    ...statuses.map(({ id }) => ({ project_id: project.id, status_id: id })),
  ]
}

async function everyCard(client: Client): Promise<Card[]> {
  const { projects } = await client.listProjects()
  const lists = await Promise.all(projects.map(({ id }) => client.listProjectCards({ project_id: id })))
  return [...(await client.listInboxCards()).cards, ...lists.flatMap(({ cards }) => cards)]
}

const inPlace = (cards: Card[], { status_id }: Place) => cards.filter((card) => card.status_id === status_id)

const isDense = (cards: Card[]) => cards.every(({ position }, index) => position === index)

const step = fc.oneof(
  fc.record({
    kind: fc.constant('create' as const),
    column: fc.constantFrom(0, 1),
    position: fc.option(fc.nat({ max: 8 })),
  }),
  fc.record({ kind: fc.constant('patch' as const), card: fc.nat(), position: fc.nat({ max: 8 }) }),
  fc.record({ kind: fc.constant('remove' as const), card: fc.nat() }),
  fc.record({
    kind: fc.constant('order' as const),
    column: fc.nat({ max: 3 }),
    cards: fc.array(fc.nat(), { maxLength: 5 }),
  }),
)

describe('any sequence of creates, patches, deletions and moves', () => {
  test('leaves exactly what the obvious model has', async () => {
    const { client } = await inboard.signIn()
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        for (const { id } of await everyCard(client)) await client.removeCard({ id })
        const places = await newBoard(client)
        const model = new ColumnModel<number>()
        const pick = (number: number) => {
          const ids = model.ids()
          return ids[number % ids.length]
        }
        for (const one of steps) {
          if (one.kind === 'create') {
            const draft = { text: 'x', ...(one.position !== null && { position: one.position }) }
            const project_id = places[one.column]?.project_id
            const { card } = project_id
              ? await client.addProjectCard({ project_id, ...draft })
              : await client.addInboxCard(draft)
            model.create(one.column, card.id, one.position ?? undefined)
          } else if (one.kind === 'order') {
            const ids = [...new Set(one.cards.map(pick))].filter((id) => id !== undefined)
            const place = places[one.column] as Place
            const { cards } = await client.setColumn({ ...place, card_ids: ids })
            model.order(one.column, ids)
            expect(cards.map(({ id, position }) => ({ id, position }))).toEqual(model.column(one.column))
          } else {
            const id = pick(one.card)
            if (!id) continue
            if (one.kind === 'patch') {
              await client.editCard({ id, position: one.position })
              model.patch(id, one.position)
            } else {
              await client.removeCard({ id })
              model.remove(id)
            }
          }
        }
        const cards = await everyCard(client)
        for (const [column, place] of places.entries()) {
          const found = inPlace(cards, place).map(({ id, position }) => ({ id, position }))
          expect(found).toEqual(model.column(column))
        }
      }),
      { numRuns: 30 },
    )
  })
})

describe('eight clients of one person, at once', () => {
  test('lose no card and leave every column dense', async () => {
    const { client } = await inboard.signIn()
    const places = [...(await newBoard(client)), ...(await newBoard(client)).slice(1)]
    for (let n = 0; n < 40; n++) await client.addInboxCard({ text: `card ${n}` })
    const ids = (await everyCard(client)).map(({ id }) => id)
    const removed = new Set<string>()
    let added = 0

    async function work(seed: number) {
      const random = fc.sample(fc.nat(), { numRuns: 400, seed })
      const next = () => random.pop() ?? 0
      for (let n = 0; n < 40; n++) {
        const id = ids[next() % ids.length] ?? ''
        const some = new Set(Array.from({ length: next() % 6 }, () => ids[next() % ids.length] ?? ''))
        const place = places[next() % places.length] as Place
        const kind = next() % 10
        if (kind === 0 && (await codeOfRefusal(client.removeCard({ id }))) === 'accepted') removed.add(id)
        else if (kind === 1 && place.project_id) {
          await client.addProjectCard({ project_id: place.project_id, text: 'new', position: next() % 5 })
          added++
        } else {
          const outcome = await codeOfRefusal(client.setColumn({ ...place, card_ids: [...some] }))
          expect(['accepted', 'not_found']).toContain(outcome)
        }
      }
    }
    await Promise.all(Array.from({ length: 8 }, (_, seed) => work(seed + 1)))

    const cards = await everyCard(client)
    expect(cards).toHaveLength(ids.length - removed.size + added)
    for (const id of ids) expect(cards.some((card) => card.id === id)).toBe(!removed.has(id))
    for (const card of cards) expect(card.project_id === null).toBe(card.status_id === null)
    for (const place of places) {
      await client.setColumn({ ...place, card_ids: [] })
    }
    const after = await everyCard(client)
    for (const place of places) expect(isDense(inPlace(after, place))).toBe(true)
    expect(after.map(({ id }) => id).toSorted()).toEqual(cards.map(({ id }) => id).toSorted())
  })

  test('that only move leave every column dense without any help', async () => {
    const { client } = await inboard.signIn()
    const places = await newBoard(client)
    for (let n = 0; n < 30; n++) await client.addInboxCard({ text: `card ${n}` })
    const ids = (await everyCard(client)).map(({ id }) => id)
    const random = fc.sample(fc.nat(), { numRuns: 5000, seed: 7 })
    const next = () => random.pop() ?? 0
    const work = async () => {
      for (let n = 0; n < 40; n++) {
        const some = new Set(Array.from({ length: next() % 8 }, () => ids[next() % ids.length] ?? ''))
        await client.setColumn({ ...(places[next() % places.length] as Place), card_ids: [...some] })
      }
    }
    await Promise.all(Array.from({ length: 8 }, work))
    const cards = await everyCard(client)
    expect(cards.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    for (const place of places) expect(isDense(inPlace(cards, place))).toBe(true)
  })
})
