import { findAll } from '../../board/columns.ts'
import type { Card } from '../../contract/card.ts'
import { appUrl } from '../device/base.ts'
import { columns } from '../model/changes.ts'
import { called } from '../model/wording.ts'
import { notify } from '../state/notices.ts'

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
