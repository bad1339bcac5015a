import { expect } from 'vitest'
import type { Size } from '../../../src/server/db/database.ts'
import type { SignedIn, TestInboard } from './inboard.ts'
/** The counts of an account as stored by the service, and as counted in the database. */
export async function counts({ user }: Pick<SignedIn, 'user'>, { world }: TestInboard) {
  const { db } = world
  const counted = await db.get<Size>`select cards, bytes from counters where owner_id = ${user.id}`
  const cards = await db.all<{ text: string }>`
    select text from cards where owner_id = ${user.id}
    union all select text from bin where owner_id = ${user.id} and kind = 'card'`
  const titles = await db.all<{ text: string }>`
    select title as text from projects where owner_id = ${user.id}
    union all select text from bin where owner_id = ${user.id} and kind = 'project'`
  const bytes = [...cards, ...titles].reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
  return [counted && { ...counted }, { cards: cards.length, bytes }]
}

export async function expectExact(person: Pick<SignedIn, 'user'>, at: TestInboard) {
  const [counted, present] = await counts(person, at)
  expect(counted).toEqual(present)
}
