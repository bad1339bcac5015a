import { computed, type Signal, signal } from '@preact/signals'
import { find, findAll, placesOf } from '../../board/columns.ts'
import { columns, conflicts, workspace } from '../model/changes.ts'
import { idsOf, type Operation, wholeOf } from '../model/operations.ts'
import { called, wasOrWere } from '../model/wording.ts'
import { isInView } from '../navigation/scrolling.ts'
import { cursor, elementOf, focusCard, isTyping } from '../state/focus.ts'
import { announce, dismiss, notice as lastNotice, type Notice, notify } from '../state/notices.ts'
import { neighbourOf, shownProject } from '../state/page-cards.ts'
import { staysDrawn } from '../state/visible.ts'
import { commit, foreseen } from '../sync/commit.ts'

interface Item {
  id: string
  /** A card's text, or a project's title. */
  text: string
}

/** Words a message, given the items that were really changed. */
export type Words = string | ((changed: readonly Item[]) => string)

/** Something that a person has done, and how to undo it and to do it again. */
interface Action {
  what: Words
  /** The text of the message once it is undone. */
  undone: Words
  /** For screen readers only. */
  more?: () => string
  /** The items that it changes. Others may have changed or deleted some meanwhile. If empty, that can't be told. */
  items: readonly Item[]
  /** The cards to focus when it is undone. If left out, the items. */
  ids?: readonly string[]
  undo: () => Promise<unknown>
  redo: () => Promise<unknown>
  /** No message: it was said in another way. */
  isQuiet?: boolean
  /** A message even if the card is seen: it doesn't show all of this, or the person looks elsewhere. */
  isTold?: boolean
  /** The message goes when this turns false, such as when the server refuses the change. */
  holds?: () => boolean
}

type Stack = Signal<readonly Action[]>

const depth = 100
const done: Stack = signal([])
const undone: Stack = signal([])

/** Remembers how to undo an action, and offers it in a message. Returns a function that undoes it. */
export function offerUndo(action: Action): () => Promise<void> {
  undone.value = []
  push(done, action)
  if (!action.isQuiet) tellDone(action, action.items)
  return () => undo(action)
}

/** The actions of one account mean nothing in another. */
export function forgetActions(): void {
  done.value = []
  undone.value = []
}

export async function undoLast(): Promise<void> {
  const last = done.value.findLast(isPossible)
  if (last) await undo(last)
  else notify({ text: 'There is nothing to undo.' })
}

export async function redoLast(): Promise<void> {
  const last = undone.value.findLast(isPossible)
  if (last) await redo(last)
  else notify({ text: 'There is nothing to redo.' })
}

export const canUndo = computed(() => done.value.some(isPossible))
export const canRedo = computed(() => undone.value.some(isPossible))

async function undo(action: Action): Promise<void> {
  if (!pass(action, done, undone)) return
  const changed = await act(action, 'undo')
  if (!changed) undone.value = undone.value.filter((one) => one !== action)
  else
    announceAction(action, {
      text: `${inWords(action.undone, changed)}.`,
      action: { label: 'Redo', run: () => redo(action) },
      holds: () => isPossible(action),
    })
}

async function redo(action: Action): Promise<void> {
  if (!pass(action, undone, done)) return
  const changed = await act(action, 'redo')
  if (!changed) done.value = done.value.filter((one) => one !== action)
  else tellDone(action, changed)
}

/** Returns the items that it has changed. If there are none, says so and returns nothing. */
async function act(action: Action, how: 'undo' | 'redo'): Promise<readonly Item[] | undefined> {
  const { items } = action
  const before = pictureOf(items)
  await andFocus(action, action[how])
  const after = pictureOf(items)
  const differ = (change: (one: Seen, other: Seen) => boolean) =>
    items.filter(({ id }) => change(before.get(id) ?? [], after.get(id) ?? []))
  // Adding or removing a card moves its neighbours.
  const turned = differ(([one], [other]) => !one !== !other)
  const changed = turned.length > 0 ? turned : differ((one, other) => one.some((it, at) => it !== other[at]))
  if (items.length === 0 || changed.length > 0) return changed
  const reason = after.size === 0 ? 'deleted' : 'changed elsewhere'
  notify({
    text: `${called(items)} ${wasOrWere(items)} ${reason}, so there is nothing to ${how}.`,
  })
  return undefined
}

type Seen = readonly unknown[]

/** The visible state of each of these that exists: the card or project, its place, and another text beside its own. */
function pictureOf(items: readonly Item[]): Map<string, Seen> {
  const ids = new Set(items.map(({ id }) => id))
  return new Map(
    [...columns.value.values(), workspace.value.projects ?? []].flatMap((list) =>
      list.flatMap((one, row) =>
        ids.has(one.id) ? [[one.id, [one, row, conflicts.value.get(one.id)]] as const] : [],
      ),
    ),
  )
}

const inWords = (words: Words, changed: readonly Item[]) =>
  typeof words === 'string' ? words : words(changed)

const tellDone = (action: Action, changed: readonly Item[]) =>
  announceAction(action, {
    text: `${inWords(action.what, changed)}.`,
    more: action.more?.(),
    action: { label: 'Undo', run: () => undo(action) },
    holds: () => isPossible(action) && action.holds?.() !== false,
  })

const idsIn = ({ items, ids = items.map(({ id }) => id) }: Action) => ids

/** Screen readers hear of everything. A message is for changes that the eye could not follow: cards that left the view, and many cards. */
async function announceAction(action: Action, notice: Notice): Promise<void> {
  const { value: before } = lastNotice
  // Once it is drawn, and the focus has scrolled to where it is.
  await nextFrame()
  await nextFrame()
  if (action.isTold || !isSeen(idsIn(action))) return notify(notice)
  // It is no longer about the last thing that happened.
  if (before) dismiss(before)
  announce([notice.text, notice.more].filter(Boolean).join(' '))
}

const nextFrame = () => new Promise(requestAnimationFrame)

function isSeen([id = '', ...others]: readonly string[]): boolean {
  if (others.length > 0) return false
  const card = elementOf(id)
  return id === shownProject.value || (card !== null && isInView(card) && staysDrawn(id))
}

/** Moves an action from one stack to the other. False if it was not there any more. */
function pass(action: Action, from: Stack, to: Stack): boolean {
  if (!from.value.includes(action)) return false
  from.value = from.value.filter((one) => one !== action)
  push(to, action)
  return true
}

function push(stack: Stack, action: Action): void {
  stack.value = [...stack.value, action].slice(-depth)
}

async function andFocus(action: Action, act: () => Promise<unknown>): Promise<void> {
  const ids = idsIn(action)
  const next = neighbourOf(ids)
  await act()
  // After the next render. If the cards are on another page, the focus stays where it is.
  requestAnimationFrame(() => {
    // Never takes the focus from a field.
    if (isTyping(document.activeElement)) return
    focusCard(ids.find(elementOf) ?? (elementOf(cursor.value) ? cursor.value : next))
  })
}

/** False once everything that it is about was deleted permanently. */
const isPossible = ({ items }: Action) => items.length === 0 || items.some(isThere)

function isThere({ id }: Item): boolean {
  const { columns, projects, bin } = workspace.value
  // The bin may not have been read yet.
  if (bin === undefined || find(columns, id)) return true
  return [...bin, ...(projects ?? [])].some((one) => one.id === id)
}

/** The operations that move these cards to the bin, and those that bring them back as and where they are now. */
export function deletionOf(ids: readonly string[], complete?: boolean) {
  const { columns } = foreseen()
  const cards = findAll(columns, ids).filter((card) => card.complete === (complete ?? card.complete))
  const operations = cards.map(
    ({ id, text }): Operation => ({
      kind: 'delete card',
      id,
      before: text,
      ...(complete !== undefined && { complete }),
    }),
  )
  const restored = cards.map((card): Operation => ({ kind: 'restore card', id: card.id, card }))
  return { cards, operations, back: [...restored, ...placesOf(columns, cards)] }
}

/**
 * How to undo that cards and projects were made: by deleting them. Redo restores them as they were then. `also` is undone and done
 * again in the same step.
 */
export function undoingOf(
  cardIds: readonly string[],
  projectIds: readonly string[] = [],
  also: { undo: readonly Operation[]; redo: readonly Operation[] } = { undo: [], redo: [] },
) {
  let back: readonly Operation[] = []
  return {
    async undo(): Promise<void> {
      // Not alone: the cards with which these were added are gone.
      if (also.undo.length > 0 && findAll(foreseen().columns, also.undo.flatMap(idsOf)).length === 0) return
      const wholes = projectIds.flatMap((id) => wholeOf(foreseen(), id) ?? [])
      // Last one first, so that none of the others is renumbered.
      const cards = deletionOf(cardIds.toReversed())
      back = [
        ...wholes.map((whole): Operation => ({ kind: 'restore project', id: whole.project.id, whole })),
        ...cards.back,
      ]
      await commit(
        ...also.undo,
        ...wholes.map(({ project }): Operation => ({ kind: 'delete project', id: project.id })),
        ...cards.operations,
      )
    },
    redo: () => commit(...also.redo, ...back),
  }
}
