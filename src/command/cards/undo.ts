import type { Card } from '../../contract/card.ts'
import type { Problem } from '../../contract/problem.ts'
import { Refused } from '../../server/refused.ts'
import type { Given } from '../command.ts'
import { readLogin } from '../login-file.ts'
import { answer, jsonOption, remark } from '../terminal.ts'
import { type Account, readAccount } from './account.ts'
import { doAll, type Operation } from './batch.ts'
import { type Connection, connectTo } from './connection.ts'
import { explained, isForLater, sentenceFor } from './failures.ts'
import { outbox } from './kept-cards.ts'
import { titleOf } from './printable.ts'
import { sendEarlier } from './send-kept.ts'
import { type Edit, type FormerColumn, renewRevisions, takeLast, type Undoable } from './undo-log.ts'

export const options = jsonOption
export const notes = `What "add", "done", "mv", "edit" and "rm" did on this machine, one after the other, from the last. What was changed elsewhere since stays
as it is.`

export async function run({ options: asked }: Given): Promise<number | undefined> {
  const connection = connectTo(readLogin())
  const { login } = connection
  const last = takeLast(login)
  if (!last) throw new Refused('There is nothing to undo: this command has done nothing with this login.')
  const { done } = last
  // Whoever is interrupted can undo the rest later.
  process.once('exit', last.putBack)
  const finish = (isUndone: boolean, more = '') => {
    process.off('exit', last.putBack)
    answer(asked, { undone: done.what, complete: isUndone }, () =>
      isUndone ? `Undone: ${done.what}${more}` : '',
    )
    return isUndone ? undefined : 1
  }
  try {
    await sendEarlier(connection)
    const { complaints, renewed } = await undo(connection, done)
    renewRevisions(login, renewed)
    for (const one of complaints) remark(one)
    return finish(complaints.length === 0)
  } catch (error) {
    if (done.kind === 'add' && isForLater(error) && withdraw(done))
      return finish(true, ', which had not been sent yet')
    throw explained(error, login.url)
  }
}

interface Outcome {
  /** What could not be undone, in words. */
  complaints: string[]
  /** The cards that have another revision by it. */
  renewed: { id: string; from: number; revision: number }[]
}

async function undo(connection: Connection, done: Undoable): Promise<Outcome> {
  if (done.kind === 'add') {
    // The last one first: then no other has to move up.
    const steps = done.cards.toReversed().map((card) => ({
      ...card,
      from: 0,
      method: 'DELETE',
      path: `/api/cards/${card.id}`,
    }))
    const outcome = await tryAll(connection, steps, { isGoneFine: true })
    withdraw(done)
    return outcome
  }
  if (done.kind === 'delete')
    return await tryAll(
      connection,
      // Each comes back to the position that it had when it went, so the last to go is the first to come.
      done.cards.toReversed().map((card) => ({
        ...card,
        from: card.revision,
        method: 'POST',
        path: `/api/bin/${card.id}/restore`,
      })),
    )
  const account = await readAccount(connection.client)
  if (done.kind === 'edit') return await takeBack(connection, account, done.edits)
  const outcomes: Outcome[] = []
  for (const column of done.columns) outcomes.push(await moveBack(connection, account, column, done.edits))
  return {
    complaints: outcomes.flatMap(({ complaints }) => complaints),
    renewed: outcomes.flatMap(({ renewed }) => renewed),
  }
}

async function moveBack(
  connection: Connection,
  account: Account,
  { moved, ...column }: FormerColumn,
  edits: Edit[],
): Promise<Outcome> {
  const untouched = moved.filter(({ id, revision }) => account.cards.get(id)?.revision === revision)
  const others = moved.filter((one) => !untouched.includes(one))
  const complaints = others.map(({ id }) => {
    const card = account.cards.get(id)
    return card ? sinceThen(card.text) : 'A card is no longer there.'
  })
  if (untouched.length === 0) return { complaints, renewed: [] }
  const ids = untouched.map(({ id }) => id)
  const { cards } = await connection.client.setColumn({ ...column, moved: ids })
  const now = new Map(cards.map((card) => [card.id, card.revision]))
  const again = edits.flatMap((edit) => {
    const revision = now.get(edit.id)
    return revision === undefined || !ids.includes(edit.id) ? [] : [{ ...edit, revision }]
  })
  const outcome = await takeBack(connection, account, again)
  const renewed = untouched.map(({ id, from }) => ({ id, from, revision: now.get(id) ?? 0 }))
  return {
    complaints: [...complaints, ...outcome.complaints],
    // What was completed as well has the later revision.
    renewed: [...outcome.renewed, ...renewed],
  }
}

const takeBack = (connection: Connection, account: Account, edits: Edit[]) =>
  tryAll(
    connection,
    edits.map(({ id, from, before, revision }) => ({
      id,
      from,
      text: account.cards.get(id)?.text ?? id,
      method: 'PATCH',
      path: `/api/cards/${id}`,
      body: before,
      if_match: `"${revision}"`,
    })),
  )

async function tryAll(
  { client, login }: Connection,
  steps: (Operation & { id: string; text: string; from: number })[],
  { isGoneFine = false } = {},
): Promise<Outcome> {
  const results = await doAll(
    client,
    steps.map(({ id: _, text: __, from: ___, ...operation }) => operation),
  )
  const outcome: Outcome = { complaints: [], renewed: [] }
  for (const [index, { id, text, from }] of steps.entries()) {
    const { status = 0, body } = results[index] ?? {}
    const { card } = (body ?? {}) as { card?: Card }
    if (card) outcome.renewed.push({ id, from, revision: card.revision })
    else if (status === 404 && isGoneFine) continue
    else if (status === 404) outcome.complaints.push(`${titleOf(text)}: it is no longer there.`)
    else if (status === 412) outcome.complaints.push(sinceThen(text))
    else if (status >= 300)
      outcome.complaints.push(`${titleOf(text)}: ${sentenceFor(body as Problem, login.url)}`)
  }
  return outcome
}

const sinceThen = (text: string) => `${titleOf(text)}: it was changed since then, and stays as it is.`

/**
 * Cards that were not sent yet are not sent any more. The server may have them all the same, if its answer was lost: then they
 * are deleted when it can be reached. Whether there were any.
 */
function withdraw({ cards }: { cards: { id: string }[] }): boolean {
  const kept = outbox
    .all()
    .filter(({ value }) => value.cards.some(({ id }) => cards.some((card) => card.id === id)))
  for (const { name, value } of kept) outbox.write({ name, value: { ...value, undone: true } })
  return kept.length > 0
}
