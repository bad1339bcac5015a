import { type Column, cardsOf, findAll, keyOf } from '../../board/columns.ts'
import type { Card } from '../../contract/card.ts'
import { appUrl } from '../device/base.ts'
import { columns } from '../model/changes.ts'
import { called, counted } from '../model/wording.ts'
import { go, pathTo } from '../navigation/route.ts'
import { cursor, elementOf, focusCard, isTyping, onceDrawn } from '../state/focus.ts'
import { notify } from '../state/notices.ts'
import {
  isReachable,
  nearest,
  neighbourOf,
  shownCards,
  shownColumns,
  tabStop,
  whereIs,
} from '../state/page-cards.ts'
import { columnsOf, noteOpened } from '../state/projects.ts'
import { chosen, clearSelection } from '../state/selection.ts'
import { behindDrawn, drawnIn, reveal } from '../state/visible.ts'
import { deleteCards, moveCards, sendCards, toggleComplete } from './cards.ts'

/** Moves the cursor to the next card up, down, left or right, skipping empty columns and what the filter dims. */
export function step(across: number, down: number): void {
  const at = whereIs(cursor.value)
  if (!at) {
    focusCard(nearest(isReachable) ?? tabStop.value)
    return
  }
  if (down !== 0) {
    const cards = shownCards.value[at.column] ?? []
    const next =
      down > 0 ? cards.slice(at.row + 1).find(isReachable) : cards.slice(0, at.row).findLast(isReachable)
    if (next) focusCard(next.id)
    return
  }
  for (let column = at.column + across; shownCards.value[column]; column += across) {
    const cards = shownCards.value[column] ?? []
    const next = cards.slice(0, at.row + 1).findLast(isReachable) ?? cards.slice(at.row).find(isReachable)
    if (next) {
      focusCard(next.id)
      return
    }
  }
}

/** Moves the cursor to the first or last card of its column. */
export function stepToEnd(end: 'first' | 'last'): void {
  const at = whereIs(cursor.value ?? tabStop.value)
  const cards = at && shownCards.value[at.column]?.filter(isReachable)
  const card = cards?.at(end === 'first' ? 0 : -1)
  if (card) focusCard(card.id)
}

// Commands that move or delete the chosen cards, and then place the cursor.

/** Focuses a card after an action, or the other if it has left the page, unless the person has moved on meanwhile. */
async function andFocus(done: Promise<void>, id: string | undefined, other = id): Promise<void> {
  const before = cursor.value
  await done
  if (cursor.value === before && !isTyping(document.activeElement)) focusCard(whereIs(id) ? id : other)
}

/** Moves the chosen cards of the cursor's column one place up or down. */
export async function moveWithin(down: 1 | -1): Promise<void> {
  const at = whereIs(cursor.value)
  const column = at && shownColumns.value[at.column]
  if (!column) return
  const cards = shownCards.value[at.column] ?? []
  const moving = new Set(chosen.value)
  const rows = cards.flatMap(({ id }, row) => (moving.has(id) ? [row] : []))
  const [first = 0, last = 0] = [rows[0], rows.at(-1)]
  if (down === 1 ? last + 1 >= cards.length : first === 0) return
  const ids = rows.map((row) => cards[row]?.id ?? '')
  const before = down === 1 ? (cards[last + 2]?.id ?? behindDrawn(column, ids)) : cards[first - 1]?.id
  await andFocus(moveCards(ids, column, before), cursor.value)
}

/** The column to the left or right of the chosen cards, if all of them are in one project. */
export function columnBeside(by: 1 | -1): Column | undefined {
  const [card, ...others] = findAll(columns.value, [cursor.value ?? '', ...chosen.value])
  if (!card?.project_id || others.some(({ project_id }) => project_id !== card.project_id)) return undefined
  const all = columnsOf(card.project_id)
  return all[all.findIndex((column) => keyOf(column) === keyOf(card)) + by]
}

/** Moves all chosen cards to the next column, level with where they were, or to its end from a page that is no board. */
export async function moveAcross(across: 1 | -1): Promise<void> {
  const at = whereIs(cursor.value)
  const column = columnBeside(across)
  if (!at || !column) return
  const moving = new Set(chosen.value)
  const staying = drawnIn(column).value.cards.filter(({ id }) => !moving.has(id))
  const level = shownColumns.value.length > 0 ? staying[at.row]?.id : undefined
  await andFocus(moveCards(chosen.value, column, level ?? behindDrawn(column, chosen.value)), cursor.value)
}

/** Completes the chosen cards, or reopens them, which ends the selection. */
export const completeChosen = () => andFocus(toggleComplete(chosen.value).then(clearSelection), cursor.value)

export async function deleteAndStepOn(ids: readonly string[]): Promise<void> {
  await andFocus(deleteCards(ids).then(clearSelection), neighbourOf(ids))
}

/** Moves the completed cards of these columns to the bin, drawn or not. */
export async function clearCompleted(from: readonly Column[]): Promise<void> {
  const cards = from.flatMap((column) => cardsOf(columns.value, keyOf(column)))
  const ids = cards.flatMap(({ id, complete }) => (complete ? [id] : []))
  const what = ({ length }: readonly unknown[]) => `Moved ${counted(length, 'completed card')} to the bin`
  await andFocus(deleteCards(ids, what, true).then(clearSelection), neighbourOf(ids))
}

/** Moves cards to another project, the inbox, or another column of this page. */
export async function sendAndStepOn(
  ids: readonly string[],
  projectId: string | null,
  statusId?: string,
): Promise<void> {
  const next = neighbourOf(ids)
  await andFocus(sendCards(ids, projectId, statusId).then(clearSelection), ids[0], next)
}

/** Copies the texts of cards, each on lines of its own. */
export const copyText = (ids: readonly string[]) =>
  copy(
    ids,
    ({ text }) => text,
    (cards) => `Copied ${called(cards)}`,
  )

/** Copies the links to cards, each on a line of its own. */
export const copyLinks = (ids: readonly string[]) =>
  copy(
    ids,
    ({ id }) => `${appUrl()}/card/${id}`,
    (cards) => `Copied the link${cards.length > 1 ? 's' : ''} to ${called(cards)}`,
  )

async function copy(
  ids: readonly string[],
  of: (card: Card) => string,
  said: (cards: readonly Card[]) => string,
): Promise<void> {
  const cards = findAll(columns.value, ids)
  try {
    await navigator.clipboard.writeText(cards.map(of).join('\n'))
    notify({ text: `${said(cards)}.`, brief: true })
  } catch {
    notify({
      text: isSecureContext
        ? 'Your browser did not allow it to be copied. Allow the clipboard for this site, then try again.'
        : 'Your browser did not allow it to be copied: that needs https.',
      bad: true,
    })
  }
}

/** Opens the page of a card and focuses the card once it is rendered. */
export function goToCard({ id, project_id }: Card, how: { replace?: boolean } = {}): void {
  noteOpened(id)
  go(pathTo(project_id), how)
  reveal([id])
  // In the next frame: the page that is left may have the card as well.
  requestAnimationFrame(() =>
    onceDrawn(
      () => elementOf(id),
      () => focusCard(id),
    ),
  )
}
