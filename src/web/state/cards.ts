import { batch } from '@preact/signals'
import type { Card } from '../../contract/card.ts'
import { isProblem } from '../api.ts'
import { complain } from '../notices.tsx'
import { columns } from './changes.ts'
import { cardsOf, find, findAll, inbox, keyOf, orderWith, type Place } from './columns.ts'
import { ensureLoaded, fullNameOf, nameOf, placesOf } from './places.ts'
import { create, destroy, patch, reload, see, setColumn } from './requests.ts'
import { offerUndo } from './undo.ts'

// What a person can do to cards. Everything is shown at once; what the server refuses is put back, and said.

const cardNamed = (id: string) => find(columns.value, id)
const present = (ids: readonly string[]) => findAll(columns.value, ids)
const columnOf = (place: Place) => cardsOf(columns.value, keyOf(place))

/** “Buy milk”, or “3 cards”. */
export function called(cards: readonly Card[]): string {
  const [first] = cards
  if (cards.length !== 1 || !first) return `${cards.length} cards`
  return `“${briefly(first.text)}”`
}

/** Enough of a card's text to know which one is meant. */
export function briefly(text: string): string {
  const [line = ''] = text.split('\n', 1)
  return line.length > 40 ? `${line.slice(0, 39)}…` : line
}

interface Before {
  place: Place
  /** As far as the last of the cards in question: enough to put them back. */
  order: string[]
}

/** How the columns of some cards look now. */
function columnsOf(cards: readonly Card[]): Before[] {
  return [...Map.groupBy(cards, keyOf).values()].map((group) => {
    const [{ project_id, status_id } = inbox] = group
    const place = { project_id, status_id }
    const column = columnOf(place)
    const last = Math.max(...group.map((card) => column.indexOf(card)))
    return { place, order: column.slice(0, last + 1).map(({ id }) => id) }
  })
}

const putBack = (before: readonly Before[]) => before.map(({ place, order }) => setColumn(place, order))

/** Before another card of the column, or at its end. */
export async function moveCards(ids: readonly string[], place: Place, before?: string): Promise<void> {
  const cards = present(ids)
  if (cards.length === 0) return
  const order = orderWith(columnOf(place), ids, before)
  const isThere = order.every((id, index) => columnOf(place)[index]?.id === id)
  if (isThere) return
  const sources = columnsOf(cards)
  const places = [place, ...sources.map((source) => source.place)]
  // It is refused as well if only a neighbour was deleted elsewhere.
  const moveAgain = async (error: unknown) => {
    if (!isProblem(error, 'not_found')) throw error
    await reload(places)
    if (present(ids).length < ids.length) throw error
    await setColumn(place, orderWith(columnOf(place), ids, before))
  }

  const moving = setColumn(place, order).catch(moveAgain)
  const leaves = sources.some((source) => source.place.project_id !== place.project_id)
  const index = columnOf(place).findIndex(({ id }) => id === ids[0])
  const undo = (): Promise<unknown> => see(putBack(sources), 'The move was not undone.', places, undo)
  const forget = offerUndo({
    ids,
    what: `Moved ${called(cards)} to ${leaves ? fullNameOf(place) : nameOf(place)}, ${index + 1} of ${columnOf(place).length}`,
    undo,
  })
  const [outcome] = await see([moving], 'The move was not saved, so it was put back.', places, () =>
    moveCards(ids, place, before),
  )
  if (outcome?.status === 'rejected') forget()
}

/** To a place whose cards may not have been seen yet: the first column of a project, if none is named. */
export async function sendCards(ids: readonly string[], projectId: string | null, statusId?: string) {
  try {
    await ensureLoaded(projectId)
  } catch (error) {
    complain(error, 'The cards stay where they are.', () => sendCards(ids, projectId, statusId))
    return
  }
  const places = projectId ? placesOf(projectId) : [inbox]
  const place = places.find(({ status_id }) => status_id === statusId) ?? places[0]
  if (place) await moveCards(ids, place)
}

export async function toggleComplete(ids: readonly string[]): Promise<void> {
  const complete = present(ids).some((card) => !card.complete)
  const cards = present(ids).filter((card) => card.complete !== complete)
  if (cards.length === 0) return
  const places = columnsOf(cards).map(({ place }) => place)
  const set = (value: boolean) => batch(() => cards.map(({ id }) => patch(id, { complete: value })))
  const saving = set(complete)
  const undo = (): Promise<unknown> => see(set(!complete), 'That was not undone.', places, undo)
  const forget = offerUndo({
    ids,
    what: `${complete ? 'Completed' : 'Reopened'} ${called(cards)}`,
    undo,
  })
  const outcomes = await see(saving, 'That was not saved, so it was put back.', places, () =>
    toggleComplete(ids),
  )
  if (outcomes.some(({ status }) => status === 'rejected')) forget()
}

/** The server keeps no waste basket: what is brought back is made anew, with the same words in the same place. */
export async function deleteCards(ids: readonly string[]): Promise<void> {
  const cards = present(ids)
  if (cards.length === 0) return
  const sources = columnsOf(cards)
  const places = sources.map(({ place }) => place)
  const deleting = batch(() => cards.map(({ id }) => destroy(id)))
  const bringBack = (): Promise<unknown> => {
    const gone = cards.filter(({ id }) => !cardNamed(id))
    const made = gone.map((card) => {
      const [first] = card.project_id ? placesOf(card.project_id) : [inbox]
      return create({ ...card, ...first })
    })
    return see([...made, ...putBack(sources)], 'Not every card came back.', places, bringBack)
  }
  const forget = offerUndo({ ids, what: `Deleted ${called(cards)}`, undo: bringBack })
  const outcomes = await see(
    deleting,
    cards.length === 1 ? 'The card was not deleted.' : 'Not everything was deleted.',
    places,
    () => deleteCards(ids),
  )
  if (outcomes.every(({ status }) => status === 'rejected')) forget()
}
