import { effect, untracked } from '@preact/signals'
import { type Columns, find } from '../../board/columns.ts'
import type { Card } from '../../contract/card.ts'
import { stored } from '../device/local-storage.ts'
import { columns, confirmed } from '../model/changes.ts'
import { projects } from './projects.ts'
import { linger } from './visible.ts'

/** When cards were completed, in milliseconds, as far as this device has seen it. */
const seen = stored<Readonly<Record<string, number>>>('completed-at', {})
const maxCompletions = 1000

/** Undefined if this device can't know. */
export function completedAt(id: string): number | undefined {
  const card = find(confirmed.value.workspace.columns, id)
  return seen.value[id] ?? (card && lastChange(card))
}

/** Of a card that was already complete when this device first saw it: its last change is the best that is known. */
const lastChange = ({ created_at, updated_at }: Card) =>
  updated_at === created_at ? undefined : Date.parse(updated_at)

/** Remembers when cards were completed; undefined for those that were reopened. */
function note(times: ReadonlyMap<string, number | undefined>): void {
  if (times.size === 0) return
  const all = new Map<string, number | undefined>(Object.entries(seen.peek()))
  for (const [id, time] of times) {
    all.delete(id)
    all.set(id, time)
  }
  const known = [...all].filter((one): one is [string, number] => one[1] !== undefined)
  seen.value = Object.fromEntries(known.slice(-maxCompletions))
}

/** For cards that are complete from the start. */
export const noteAdded = (ids: readonly string[]) => note(new Map(ids.map((id) => [id, Date.now()])))

/** Sees cards being completed and reopened, here and elsewhere. Returns a function that stops it. */
export function watchCompletions(): () => void {
  let before: Columns | undefined
  return effect(() => {
    const now = projects.value ? columns.value : undefined
    if (before && now) {
      const [was, is] = [before, now]
      untracked(() => compare(was, is))
    }
    before = now
  })
}

function compare(before: Columns, now: Columns): void {
  const left = new Map(apart(before, now).map((card) => [card.id, card]))
  const times = new Map<string, number | undefined>()
  const completed: string[] = []
  for (const card of apart(now, before)) {
    const { id } = card
    const was = left.get(id)
    left.delete(id)
    if (!was || was === card) continue
    if (was.complete && !card.complete) times.set(id, undefined)
    else if (was.complete) keepTime(was, times)
    else if (card.complete) {
      completed.push(id)
      times.set(id, timeOf(was, card))
    }
  }
  // Deleted cards can be restored, which counts as a change to them.
  for (const was of left.values()) if (was.complete) keepTime(was, times)
  note(times)
  linger(completed)
}

/** Another change is about to replace the time of the last one. */
function keepTime(was: Card, times: Map<string, number | undefined>): void {
  const time = lastChange(was)
  if (seen.peek()[was.id] === undefined && time) times.set(was.id, time)
}

function timeOf(was: Card, { id }: Card): number | undefined {
  const known = find(confirmed.value.workspace.columns, id)
  if (!known?.complete) return Date.now()
  // Completed elsewhere. If it was edited as well, perhaps the edit came last.
  return known.text === was.text ? Date.parse(known.updated_at) : undefined
}

/** The cards of columns that differ. */
const apart = (columns: Columns, others: Columns) =>
  [...columns].flatMap(([key, cards]) => (others.get(key) === cards ? [] : cards))
