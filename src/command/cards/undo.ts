import type { Problem } from '../../contract/problem.ts'
import { Refused } from '../../server/refused.ts'
import { readLogin } from '../login-file.ts'
import { answer, jsonOption, remark } from '../terminal.ts'
import { type Account, readAccount } from './account.ts'
import { doAll, type Operation } from './batch.ts'
import { type Connection, connectTo } from './connection.ts'
import { explained, isForLater, sentenceFor } from './failures.ts'
import { outbox } from './kept-cards.ts'
import { titleOf } from './printable.ts'
import { reportKept, sendKept } from './send-kept.ts'
import { type Edit, takeLast, type Undoable } from './undo-log.ts'

export const options = jsonOption
export const notes = `What "add", "done", "mv", "edit" and "rm" did, one after the other, from the last. What somebody else has changed since stays as it is.`

export async function run({ options: asked }: { options: { json?: string } }): Promise<number | undefined> {
  const connection = connectTo(readLogin())
  const { login } = connection
  const last = takeLast(login)
  if (!last) throw new Refused('There is nothing to undo: this command has done nothing with this login.')
  const { done, putBack } = last
  try {
    reportKept(await sendKept(connection), connection)
    const complaints = await undo(connection, done)
    for (const one of complaints) remark(one)
    const isUndone = complaints.length === 0
    answer(asked, { undone: done.what, complete: isUndone }, () => (isUndone ? `Undone: ${done.what}` : ''))
    return isUndone ? undefined : 1
  } catch (error) {
    if (done.kind === 'add' && isForLater(error) && forgetKept(done)) {
      answer(
        asked,
        { undone: done.what, complete: true },
        () => `Undone: ${done.what}, which had not been sent yet`,
      )
      return undefined
    }
    putBack()
    throw explained(error, login.url)
  }
}

/** What could not be undone, in words. */
async function undo(connection: Connection, done: Undoable): Promise<string[]> {
  if (done.kind === 'add') {
    forgetKept(done)
    return await tryAll(
      connection,
      done.cards.map(({ id }) => ({ method: 'DELETE', path: `/api/cards/${id}` })),
      done.cards.map(({ text }) => titleOf(text)),
    )
  }
  if (done.kind === 'delete')
    return await tryAll(
      connection,
      done.ids.map((id) => ({ method: 'POST', path: `/api/bin/${id}/restore` })),
      done.ids,
    )
  const account = await readAccount(connection.client)
  if (done.kind === 'edit') return await takeBack(connection, account, done.edits)
  const complaints: string[] = []
  for (const { moved, ...column } of done.columns) {
    const untouched = moved.filter(({ id, revision }) => account.cards.get(id)?.revision === revision)
    complaints.push(...moved.filter((one) => !untouched.includes(one)).map(({ id }) => changed(account, id)))
    const ids = untouched.map(({ id }) => id)
    if (ids.length === 0) continue
    const { cards } = await connection.client.setColumn({ ...column, moved: ids })
    const now = new Map(cards.map((card) => [card.id, card.revision]))
    const edits = done.edits.filter(({ id }) => ids.includes(id))
    const again = edits.map((edit) => ({ ...edit, revision: now.get(edit.id) ?? edit.revision }))
    complaints.push(...(await takeBack(connection, account, again)))
  }
  return complaints
}

const takeBack = (connection: Connection, account: Account, edits: Edit[]) =>
  tryAll(
    connection,
    edits.map(({ id, before, revision }) => ({
      method: 'PATCH',
      path: `/api/cards/${id}`,
      body: before,
      if_match: `"${revision}"`,
    })),
    edits.map(({ id }) => titleOf(account.cards.get(id)?.text ?? id)),
  )

async function tryAll(
  { client, login }: Connection,
  operations: Operation[],
  names: string[],
): Promise<string[]> {
  const results = await doAll(client, operations)
  return results.flatMap(({ status, body }, index) => {
    if (status < 300) return []
    const name = names[index] ?? ''
    if (status === 404) return [`${name}: it is no longer there.`]
    if (status === 412) return [sinceThen(name)]
    return [`${name}: ${sentenceFor(body as Problem, login.url)}`]
  })
}

const sinceThen = (name: string) => `${name}: it was changed since then, and stays as it is.`
const changed = (account: Account, id: string) => {
  const card = account.cards.get(id)
  return card ? sinceThen(titleOf(card.text)) : `A card is no longer there.`
}

/** Of cards that were not sent yet, nothing else is left to do. Whether there were any. */
function forgetKept({ cards }: { cards: { id: string }[] }): boolean {
  const kept = outbox
    .all()
    .filter(({ value }) => value.cards.some(({ id }) => cards.some((card) => card.id === id)))
  return kept.filter((one) => outbox.remove(one)).length > 0
}
