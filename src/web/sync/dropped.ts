import { called, wasOrWere } from '../model/wording.ts'
import { telling } from './told.ts'

const it = ({ length }: readonly unknown[]) => (length === 1 ? 'it' : 'they')

/** Items that were to be restored. */
export const tellLost = telling(
  (items) =>
    `${called(items)} ${items.length === 1 ? 'is' : 'are'} no longer in the bin, so ${it(items)} can't be restored.`,
)

/** Completed cards that were to be deleted. */
export const tellReopened = telling(
  (cards) =>
    `${called(cards)} ${wasOrWere(cards)} reopened elsewhere, so ${it(cards)} ${wasOrWere(cards)} kept.`,
)

/** Cards that were to be completed or reopened. */
export const tellDeleted = telling(
  (cards) =>
    `${called(cards)} ${wasOrWere(cards)} deleted elsewhere, so your ${cards.length === 1 ? 'change to it was' : 'changes to them were'} dropped.`,
)
