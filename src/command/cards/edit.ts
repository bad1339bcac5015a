import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { ProblemError } from '../../client/client.ts'
import type { Card } from '../../contract/card.ts'
import { Refused } from '../../server/refused.ts'
import { folderFor, writeWhole } from '../login-file.ts'
import { jsonOption, remark } from '../terminal.ts'
import { readAccount } from './account.ts'
import { tell } from './change-cards.ts'
import { type Connection, connected } from './connection.ts'
import { explained } from './failures.ts'
import { findCard } from './names.ts'
import { whatOf } from './printable.ts'
import { recordUndo } from './undo-log.ts'

export const words = ['CARD…'] as const
export const options = {
  text: { value: 'TEXT', help: 'the new text, without an editor; "-" reads it from standard input' },
  ...jsonOption,
}
export const notes = `CARD is the letters that "inboard ls" shows, a beginning of the id, or words of the text.
The editor is that of VISUAL or EDITOR, else vi. What somebody else changes meanwhile is not overwritten: then your text stays in a
file, and you are told where.`

export const run = connected(async (connection, { words: given, options: asked }) => {
  const account = await readAccount(connection.client)
  const card = findCard(account, given.join(' '))
  const text = asked.text === '-' ? await readAll(process.stdin) : asked.text
  const draft =
    text === undefined ? edited(account.nameOf(card), card) : { text, keep: () => '', forget: () => {} }
  const wanted = draft.text.trim()
  if (wanted === '' || wanted === card.text.trim()) {
    draft.forget()
    if (wanted === '')
      throw new Refused('The text is empty, so nothing is changed. To delete the card: inboard rm')
    remark('Nothing is changed.')
    return undefined
  }
  const after = await save(connection, card, wanted, draft.keep)
  draft.forget()
  recordUndo(connection.login, {
    kind: 'edit',
    what: `editing ${whatOf([card])}`,
    edits: [{ id: card.id, from: card.revision, before: { text: card.text }, revision: after.revision }],
  })
  tell(account, asked, 'Changed', [after])
  return undefined
})

async function save(
  { client, login }: Connection,
  card: Card,
  text: string,
  keep: () => string,
): Promise<Card> {
  try {
    return (await client.editCard({ id: card.id, text }, { ifMatch: card.revision })).card
  } catch (error) {
    const isConflict = error instanceof ProblemError && error.code === 'changed_meanwhile'
    const reason = isConflict
      ? 'The card was changed meanwhile, and that is not overwritten.'
      : error instanceof ProblemError && error.status === 404
        ? 'The card was deleted meanwhile.'
        : (explained(error, login.url) as Error).message
    throw new Refused(`${reason}${keep()}`)
  }
}

/** The text after the editor has been closed, in a file that stays until it is saved, whatever happens. */
function edited(name: string, card: Card) {
  const file = join(folderFor('STATE'), 'edits', `${name}-${Date.now()}.txt`)
  writeWhole(file, `${card.text}\n`)
  const forget = () => rmSync(file, { force: true })
  const editor = process.env.VISUAL?.trim() || process.env.EDITOR?.trim() || 'vi'
  // By a shell, as git does: the variable may have options in it.
  const { status, signal } = spawnSync('sh', ['-c', `${editor} "$1"`, 'inboard', file], { stdio: 'inherit' })
  if (status === 127) {
    forget()
    throw new Refused(
      `There is no editor "${editor}". Set EDITOR, or give the text: inboard edit ${name} --text TEXT`,
    )
  }
  const text = readFileSync(file, 'utf8')
  const keep = () =>
    `\nYour text is in ${file}. To take it all the same: inboard edit ${name} --text - < ${file}`
  if (status !== 0 && text.trim() === card.text.trim()) forget()
  if (status !== 0)
    throw new Refused(
      `The editor ended with ${signal ?? `code ${status}`}, so nothing is changed.${text.trim() === card.text.trim() ? '' : keep()}`,
    )
  return { text, keep, forget }
}
