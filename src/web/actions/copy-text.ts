import { findAll } from '../../client/board/columns.ts'
import { columns } from '../model/changes.ts'
import { called } from '../model/wording.ts'
import { notify } from '../state/notices.ts'

/** Copies the texts of cards, each on lines of its own. */
export async function copyText(ids: readonly string[]): Promise<void> {
  const cards = findAll(columns.value, ids)
  try {
    await navigator.clipboard.writeText(cards.map(({ text }) => text).join('\n'))
    notify({ text: `Copied ${called(cards)}.`, brief: true })
  } catch {
    notify({ text: 'Your browser did not allow it to be copied.', bad: true })
  }
}
