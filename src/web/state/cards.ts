import { batch } from '@preact/signals'
import type { Card } from '../../contract/card.ts'
import { api, isProblem } from '../api.ts'
import { carry, discard, draft, hasDraft, write } from '../drafts.ts'
import { announce, complain, notify } from '../notices.tsx'
import { columns, commit } from './changes.ts'
import {
  append,
  arrange,
  cardsOf,
  edit,
  find,
  findAll,
  inbox,
  keyOf,
  orderWith,
  type Place,
  remove,
  replace,
} from './columns.ts'
import { fromWire, isUnsent, link, newId, toWire } from './ids.ts'
import { draftOfNew, ensureLoaded, findProject, fullNameOf, load, nameOf, placesOf } from './places.ts'
import { tellOtherTabs } from './tabs.ts'
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

// The requests, one change each.

const create = (card: Card) =>
  commit({
    apply: (now) => append(now, card),
    async send() {
      const { id, text, complete, project_id } = card
      const answer = project_id
        ? await api.addProjectCard({ project_id, text, complete })
        : await api.addInboxCard({ text, complete })
      const typed = draftOfEdit(id)
      link(id, answer.card)
      carry(typed, draftOfEdit(id))
      return (now) => append(now, fromWire(answer.card))
    },
    readingWaits: true,
  })

const setColumn = (place: Place, ids: readonly string[]) =>
  commit({
    apply: (now) => arrange(now, place, ids),
    async send() {
      // A card that could not be saved is not there to be moved.
      const card_ids = ids.filter((id) => !isUnsent(id)).map(toWire)
      const { cards } = await api.setColumn({ ...place, card_ids })
      return (now) => replace(now, keyOf(place), cards.map(fromWire))
    },
  })

const patch = (id: string, changes: { text?: string; complete?: boolean }) =>
  commit({
    apply: (now) => edit(now, id, changes),
    async send() {
      const { card } = await api.editCard({ id: toWire(id), ...changes })
      return (now) => edit(now, id, { text: card.text, complete: card.complete })
    },
  })

const destroy = (id: string) =>
  commit({
    apply: (now) => remove(now, new Set([id])),
    async send() {
      try {
        await api.removeCard({ id: toWire(id) })
      } catch (error) {
        // Gone already is as good as gone.
        if (!isProblem(error, 'not_found')) throw error
      }
      return (now) => remove(now, new Set([id]))
    },
  })

/** Waits for what is shown already. If it fails, says so and looks at how things really are. */
async function see(work: Promise<unknown>[], failed: string, places: Place[], retry?: () => unknown) {
  const outcomes = await Promise.allSettled(work)
  tellOtherTabs()
  const failure = outcomes.find((outcome) => outcome.status === 'rejected')
  if (!failure) return outcomes
  const isGone = isProblem(failure.reason, 'not_found')
  complain(failure.reason, isGone ? 'That was not saved.' : failed, isGone ? undefined : retry)
  reload(places)
  return outcomes
}

const reload = (places: readonly Place[]) =>
  Promise.allSettled([...new Set(places.map(({ project_id }) => project_id))].map(load))

export const draftOfEdit = (id: string) => `edit.${toWire(id)}`

const blank = { owner_id: '', complete: false, position: 0, created_at: '', updated_at: '' }

/** New cards at the end of a column. What cannot be saved goes back to where it was typed. */
export async function addCards(place: Place, texts: readonly string[]): Promise<void> {
  const [first = place] = place.project_id ? placesOf(place.project_id) : [place]
  const cards = texts.map((text) => ({ ...blank, ...first, id: newId(), text }))
  const ids = cards.map(({ id }) => id)
  const creating = cards.map(create)
  // Cards are born in the first column; those that were typed elsewhere are moved on in their turn.
  const moving =
    keyOf(first) === keyOf(place) ? [] : [setColumn(place, orderWith(columnOf(place), ids, undefined))]
  announce(
    texts.length === 1 ? `Added to ${nameOf(place)}` : `${texts.length} cards added to ${nameOf(place)}`,
  )
  const outcomes = await see(
    creating,
    texts.length === 1 ? 'The card was not saved.' : 'Not every card was saved.',
    [place],
  )
  const unsaved = texts.filter((_, index) => outcomes[index]?.status === 'rejected')
  // Whoever types on begins a new line, save where it is the text itself that must be mended.
  const isRefused = outcomes.some(
    (one) => one.status === 'rejected' && isProblem(one.reason, 'validation_failed'),
  )
  giveBack(place, unsaved, isRefused ? '' : '\n')
  if (unsaved.length < texts.length)
    await see(moving, `What you added is still in ${nameOf(first)}.`, [place], () => moveCards(ids, place))
}

/** The inbox takes what was meant for a project that is gone. */
const ifStillThere = (place: Place) =>
  place.project_id === null || findProject(place.project_id) ? place : inbox

/** What came back to a field already, by the field's draft: what fails next comes after it. */
const givenBack = new Map<string, string>()

function giveBack(place: Place, texts: readonly string[], end: string): void {
  if (texts.length === 0) return
  const name = draftOfNew(ifStillThere(place))
  const typed = draft(name).value
  const earlier = givenBack.get(name) ?? ''
  const isStillThere = earlier !== '' && typed.startsWith(earlier)
  const back = [...(isStillThere ? [earlier] : []), ...texts].join('\n')
  const rest = isStillThere ? typed.slice(earlier.length).replace(/^\n/, '') : typed
  givenBack.set(name, back)
  write(name, rest ? `${back}\n${rest}` : back + end)
}

interface Before {
  place: Place
  /** As far as the last of the cards in question: enough to put them back. */
  order: string[]
}

/** How the columns of some cards look now. */
function columnsOf(cards: readonly Card[]): Before[] {
  return [...Map.groupBy(cards, keyOf).values()].map((group) => {
    const [{ project_id, status_id } = blankPlace] = group
    const place = { project_id, status_id }
    const column = columnOf(place)
    const last = Math.max(...group.map((card) => column.indexOf(card)))
    return { place, order: column.slice(0, last + 1).map(({ id }) => id) }
  })
}
const blankPlace: Place = { project_id: null, status_id: null }

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
  const places = projectId ? placesOf(projectId) : [blankPlace]
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
      const [first] = card.project_id ? placesOf(card.project_id) : [blankPlace]
      return create({ ...card, ...first })
    })
    return see([...made, ...putBack(sources)], 'Not every card came back.', places, bringBack)
  }
  const forget = offerUndo({ ids, what: `Deleted ${called(cards)}`, undo: bringBack })
  const outcomes = await see(deleting, 'Not everything was deleted.', places, () => deleteCards(ids))
  if (outcomes.every(({ status }) => status === 'rejected')) forget()
}

/** Whatever happens, the new words are not lost: they stay as a draft until they are saved or thrown away. */
export async function editText(card: Card, typed: string): Promise<void> {
  const { id, project_id, status_id } = card
  const text = typed.trim()
  if (text === '' || text === (cardNamed(id) ?? card).text) {
    discard(draftOfEdit(id))
    return
  }
  write(draftOfEdit(id), text)
  try {
    await patch(id, { text })
    // Somebody may be writing on already.
    if (draft(draftOfEdit(id)).value === text) discard(draftOfEdit(id))
    tellOtherTabs()
  } catch (error) {
    if (isProblem(error, 'not_found')) {
      notify({
        text: 'This card was deleted elsewhere.',
        bad: true,
        action: {
          label: 'Keep your text as a new card',
          run: () => {
            discard(draftOfEdit(id))
            addCards(ifStillThere({ project_id, status_id }), [text])
          },
        },
      })
      reload([card])
    } else
      complain(error, 'Your text was not saved.', () => {
        if (hasDraft(draftOfEdit(id))) editText(card, draft(draftOfEdit(id)).value)
      })
  }
}
