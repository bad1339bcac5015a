import { findAll } from '../../board/columns.ts'
import { readMarks } from '../../board/text/marks.ts'
import type { Card } from '../../contract/card.ts'
import { longestText } from '../../contract/plain/limits.ts'
import { type Edit, editTexts } from '../actions/edit-card.ts'
import { comingMonday, type DateChange, shifted, withDate, withoutDate } from '../model/text-changes.ts'
import { called, dateInWords, quoted } from '../model/wording.ts'
import { isMisfit } from '../state/drafts.ts'
import { notify } from '../state/notices.ts'
import { today } from '../state/page-cards.ts'
import { chosen, clearSelection } from '../state/selection.ts'
import { foreseen } from '../sync/commit.ts'

export const hasDate = (cards: readonly Pick<Card, 'text'>[]) =>
  cards.some(({ text }) => readMarks(text).due !== null)

/** Changes texts by their dates, as one action. None is changed if one would be too long, or empty. */
async function changeDates(ids: readonly string[], change: (text: string) => string): Promise<void> {
  const edits = findAll(foreseen().columns, ids)
    .map(({ id, text }): Edit => ({ id, text: change(text), before: text }))
    .filter(({ text, before }) => text !== before)
  const texts = edits.map(({ text }) => text)
  const emptied = edits.find(({ text }) => text.trim() === '')
  if (emptied)
    return notify({
      text: `Not changed: ${quoted(emptied.before)} would be empty without its date. Write what it is about first.`,
      bad: true,
    })
  if (edits.length === 0 || isMisfit(texts, longestText)) return
  await editTexts(edits, {
    what: (cards) => inWords(cards, texts),
    undone: (cards) => `Restored the ${datesOf(cards)} of ${called(cards)}`,
  })
}

const datesOf = ({ length }: readonly unknown[]) => (length === 1 ? 'date' : 'dates')

/** “Weed” is due Fri 27 Nov */
function inWords(cards: readonly Pick<Card, 'text'>[], texts: readonly string[]): string {
  const name = called(cards)
  const [words, ...others] = new Set(
    texts.map((text) => {
      const { due, every } = readMarks(text)
      return due ? dateInWords({ ...due.due, every: every?.every }, today.value) : ''
    }),
  )
  if (others.length > 0) return `Changed the dates of ${name}`
  if (!words) return `Removed the ${datesOf(cards)} of ${name}`
  return `${name} ${cards.length === 1 ? 'is' : 'are'} due ${words}`
}

export async function setDates(ids: readonly string[], change: DateChange): Promise<void> {
  await changeDates(ids, (text) => withDate(text, change, today.value))
  clearSelection()
}

export async function removeDates(ids: readonly string[] = chosen.value): Promise<void> {
  await changeDates(ids, withoutDate)
  clearSelection()
}

export const setToNextWeek = () => setDates(chosen.value, { day: comingMonday(today.value) })

export const shiftDates = (days: number) =>
  changeDates(chosen.value, (text) => shifted(text, days, today.value))
