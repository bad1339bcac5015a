import type { Card } from '../../contract/card.ts'

// A card has a name here before the server has given it one, and keeps it: nothing on the page has to change when the
// answer comes, and what was deleted and brought back is still the same card to whoever holds its name.

const onWire = new Map<string, string>()
const onPage = new Map<string, string>()
// Not given out again after a reload: what was typed under it may still be there.
const visit = Date.now().toString(36)
let count = 0

export const newId = () => `new-${visit}-${++count}`

export const toWire = (id: string) => onWire.get(id) ?? id

/** True until the server has heard of it. */
export const isUnsent = (id: string) => id.startsWith('new-') && !onWire.has(id)

export function fromWire(card: Card): Card {
  const id = onPage.get(card.id)
  return id ? { ...card, id } : card
}

export function link(id: string, { id: wireId }: Card): void {
  onWire.set(id, wireId)
  onPage.set(wireId, id)
}
