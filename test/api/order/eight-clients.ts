import fc from 'fast-check'
import { expect } from 'vitest'
import { addTexts } from '../../support/service/add-texts.ts'
import { codeOfRefusal } from '../../support/service/inboard.ts'
import { times } from '../../support/service/sending.ts'
import { inboard } from '../../support/service/shared.ts'
import { everyCard, inPlace, isDense, newBoard, type Place } from './boards.ts'

const clients = 8

/** They move, add and delete at once, so often each: no card is lost, and every column is dense. */
export async function changeAtOnce(rounds: number): Promise<void> {
  const { client } = await inboard.signIn()
  const places = [...(await newBoard(client)), ...(await newBoard(client)).slice(1)]
  await addTexts(
    client,
    times(40, (n) => `card ${n}`),
  )
  const ids = (await everyCard(client)).map(({ id }) => id)
  const removed = new Set<string>()
  let added = 0

  async function work(seed: number) {
    const random = fc.sample(fc.nat(), { numRuns: 10 * rounds, seed })
    const next = () => random.pop() ?? 0
    for (let n = 0; n < rounds; n++) {
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
  await Promise.all(Array.from({ length: clients }, (_, seed) => work(seed + 1)))

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
}

/** Where they only move, every column is dense without any help. */
export async function moveAtOnce(rounds: number): Promise<void> {
  const { client } = await inboard.signIn()
  const places = await newBoard(client)
  await addTexts(
    client,
    times(30, (n) => `card ${n}`),
  )
  const ids = (await everyCard(client)).map(({ id }) => id)
  const random = fc.sample(fc.nat(), { numRuns: 100 * rounds, seed: 7 })
  const next = () => random.pop() ?? 0
  const work = async () => {
    for (let n = 0; n < rounds; n++) {
      const some = new Set(Array.from({ length: next() % 8 }, () => ids[next() % ids.length] ?? ''))
      await client.setColumn({ ...(places[next() % places.length] as Place), card_ids: [...some] })
    }
  }
  await Promise.all(Array.from({ length: clients }, work))
  const cards = await everyCard(client)
  expect(cards.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  for (const place of places) expect(isDense(inPlace(cards, place))).toBe(true)
}
