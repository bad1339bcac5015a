import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import type { Board } from '../../board/board.ts'
import { ProblemError } from '../../client/client.ts'
import type { Card } from '../../contract/card.ts'
import { CommandError } from '../../server/common/command-error.ts'
import type { Connection } from '../account/connection.ts'
import { explained } from '../account/connection.ts'
import { folderFor, writeWhole } from '../account/login-file.ts'
import { UsageError } from '../command.ts'
import { connected } from '../outbox.ts'
import { jsonOption, remark, whatOf } from '../output/terminal.ts'
import { printCards } from './change.ts'
import { findCards, readBoard, waysToName } from './names.ts'
import { recordUndo, stateOf } from './undo-log.ts'

export const words = ['CARD…'] as const
export const options = {
  text: { value: 'TEXT', help: 'set this text without an editor; "-" reads it from standard input' },
  ...jsonOption,
}
export const notes = `${waysToName}
The editor is VISUAL, EDITOR or vi. A change made elsewhere in the meantime is never overwritten: your text then stays in a
file that the command names.`

export const run = connected(async (connection, { words: given, options: asked }) => {
  const board = await readBoard(connection.client)
  const cards = findCards(board, given)
  if (asked.text !== undefined && cards.length > 1)
    throw new UsageError(
      `--text sets the text of one card, but these words name ${cards.length}. See: inboard edit --help`,
    )
  const text = asked.text === '-' ? await readAll(process.stdin) : asked.text
  const changed: { before: Card; after: Card }[] = []
  try {
    for (const card of cards) {
      const after = await edit(connection, board, card, text)
      if (after) changed.push({ before: card, after })
    }
  } finally {
    // Also if one of several could not be saved.
    if (changed.length > 0)
      recordUndo(connection.login, {
        what: `editing ${whatOf(changed.map(({ before }) => before))}`,
        cards: changed.map(({ after }) => ({ id: after.id, text: after.text, after: stateOf(after) })),
        back: changed.map(({ before: { id, text } }) => ({ kind: 'edit card', id, text })),
      })
  }
  if (changed.length === 0) remark('Nothing was changed.')
  else
    printCards(
      board,
      asked,
      'Changed',
      changed.map(({ after }) => after),
    )
  return undefined
})

/** Undefined if the text stays as it is. */
async function edit(
  connection: Connection,
  board: Board,
  card: Card,
  text: string | undefined,
): Promise<Card | undefined> {
  const draft =
    text === undefined ? edited(board.shortId(card.id), card) : { text, keep: () => '', forget: () => {} }
  const wanted = draft.text.trim()
  if (wanted === '' || wanted === card.text.trim()) {
    draft.forget()
    if (wanted === '')
      throw new CommandError('The text is empty, so nothing was changed. To delete the card: inboard rm')
    return undefined
  }
  const after = await save(connection, card, wanted, draft.keep)
  draft.forget()
  return after
}

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
      ? 'The card was changed in the meantime, so your text was not saved.'
      : error instanceof ProblemError && error.status === 404
        ? 'The card was deleted in the meantime.'
        : (explained(error, login.url) as Error).message
    throw new CommandError(`${reason}${keep()}`)
  }
}

/** Opens the editor. The text stays in a file until it is saved on the server. */
function edited(name: string, card: Card) {
  const file = join(folderFor('STATE'), 'edits', `${name}-${Date.now()}.txt`)
  writeWhole(file, `${card.text}\n`)
  const forget = () => rmSync(file, { force: true })
  const editor = process.env.VISUAL?.trim() || process.env.EDITOR?.trim() || 'vi'
  // In a shell, as git does: the variable may contain options.
  const { status, signal } = spawnSync('sh', ['-c', `${editor} "$1"`, 'inboard', file], { stdio: 'inherit' })
  if (status === 127) {
    forget()
    throw new CommandError(
      `The editor "${editor}" was not found. Set EDITOR, or give the text: inboard edit ${name} --text TEXT`,
    )
  }
  const text = readFileSync(file, 'utf8')
  const keep = () => `\nYour text is in ${file}. To save it anyway: inboard edit ${name} --text - < ${file}`
  if (status !== 0 && text.trim() === card.text.trim()) forget()
  if (status !== 0)
    throw new CommandError(
      `The editor exited with ${signal ?? `code ${status}`}, so nothing was changed.${text.trim() === card.text.trim() ? '' : keep()}`,
    )
  return { text, keep, forget }
}
