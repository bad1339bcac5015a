import type { Board } from '../../board/board.ts'
import type { Card } from '../../contract/card.ts'
import type { Problem } from '../../contract/problem.ts'
import { CommandError } from '../../server/common/command-error.ts'
import { type Connection, connectTo } from '../account/connection.ts'
import { explained, isForLater, sentenceFor } from '../account/failures.ts'
import { readLogin } from '../account/login-file.ts'
import { doAll, type Operation } from '../changes/batch.ts'
import {
  type Edit,
  type FormerColumn,
  type NextCard,
  renewRevisions,
  takeLast,
  type Undoable,
} from '../changes/undo-log.ts'
import type { Given } from '../command.ts'
import { outbox, sendEarlier } from '../outbox/send-waiting.ts'
import { answer, jsonOption, remark, titleOf } from '../output/terminal.ts'
import { readBoard } from './names.ts'

export const options = jsonOption
export const notes = `Undoes what "add", "done", "mv", "edit" and "rm" did on this machine, the last change first. Cards that were changed elsewhere
since then are left alone.`

export async function run({ options: asked }: Given): Promise<number | undefined> {
  const connection = connectTo(readLogin())
  const { login } = connection
  const last = takeLast(login)
  if (!last) throw new CommandError('There is nothing to undo for this login.')
  const { done } = last
  // After an interruption, the rest can be undone later.
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
  /** Sentences about what could not be undone. */
  complaints: string[]
  /** The cards whose revision has changed. */
  renewed: { id: string; from: number; revision: number }[]
}

async function undo(connection: Connection, done: Undoable): Promise<Outcome> {
  if (done.kind === 'add') {
    // Last one first, so that no other card has to move up.
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
      // Each returns to the position it had when it was deleted, so the last one comes first.
      done.cards.toReversed().map((card) => ({
        ...card,
        from: card.revision,
        method: 'POST',
        path: `/api/bin/${card.id}/restore`,
      })),
    )
  const board = await readBoard(connection.client)
  const outcomes: Outcome[] = []
  if (done.kind === 'edit') outcomes.push(await takeBack(connection, board, done.edits))
  else for (const column of done.columns) outcomes.push(await moveBack(connection, board, column, done.edits))
  const renewed = outcomes.flatMap((one) => one.renewed)
  const reopened = new Set(renewed.map(({ id }) => id))
  // A card that is left alone keeps the one that follows it.
  const next = (done.next ?? []).filter(({ follows }) => reopened.has(follows))
  outcomes.push(await removeNext(connection, next))
  return { complaints: outcomes.flatMap(({ complaints }) => complaints), renewed }
}

const removeNext = (connection: Connection, cards: NextCard[]) =>
  tryAll(
    connection,
    cards.map(({ id, text, revision }) => ({
      id,
      text,
      from: revision,
      method: 'DELETE',
      path: `/api/cards/${id}`,
      if_match: `"${revision}"`,
    })),
    { isGoneFine: true },
  )

async function moveBack(
  connection: Connection,
  board: Board,
  { moved, ...column }: FormerColumn,
  edits: Edit[],
): Promise<Outcome> {
  const untouched = moved.filter(({ id, revision }) => board.find(id)?.revision === revision)
  const others = moved.filter((one) => !untouched.includes(one))
  const complaints = others.map(({ id }) => {
    const card = board.find(id)
    return card ? sinceThen(card.text) : 'A card no longer exists.'
  })
  if (untouched.length === 0) return { complaints, renewed: [] }
  const ids = untouched.map(({ id }) => id)
  const { cards } = await connection.client.setColumn({ ...column, moved: ids })
  const now = new Map(cards.map((card) => [card.id, card.revision]))
  const again = edits.flatMap((edit) => {
    const revision = now.get(edit.id)
    return revision === undefined || !ids.includes(edit.id) ? [] : [{ ...edit, revision }]
  })
  const outcome = await takeBack(connection, board, again)
  const renewed = untouched.map(({ id, from }) => ({ id, from, revision: now.get(id) ?? 0 }))
  return {
    complaints: [...complaints, ...outcome.complaints],
    // Cards that were also completed have the later revision.
    renewed: [...outcome.renewed, ...renewed],
  }
}

const takeBack = (connection: Connection, board: Board, edits: Edit[]) =>
  tryAll(
    connection,
    edits.map(({ id, from, before, revision }) => ({
      id,
      from,
      text: board.find(id)?.text ?? id,
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
    else if (status === 404) outcome.complaints.push(`${titleOf(text)}: it no longer exists.`)
    else if (status === 412) outcome.complaints.push(sinceThen(text))
    else if (status >= 300)
      outcome.complaints.push(`${titleOf(text)}: ${sentenceFor(body as Problem, login.url)}`)
  }
  return outcome
}

const sinceThen = (text: string) => `${titleOf(text)}: it was changed since then, so it was left alone.`

/**
 * Withdraws unsent cards, and returns whether there were any. If an answer was lost, the server may have
 * them: they are deleted when it can be reached.
 */
function withdraw({ cards }: { cards: { id: string }[] }): boolean {
  const kept = outbox
    .all()
    .filter(({ value }) => value.cards.some(({ id }) => cards.some((card) => card.id === id)))
  for (const { name, value } of kept) outbox.write({ name, value: { ...value, undone: true } })
  return kept.length > 0
}
