import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { inBatches } from '../../client/batches.ts'
import { ProblemError } from '../../client/client.ts'
import type { Card, NewCard } from '../../contract/card.ts'
import { paths } from '../../contract/plain/paths.ts'
import type { Problem } from '../../contract/problem.ts'
import { CommandError } from '../../server/common/command-error.ts'
import type { Connection } from '../account/connection.ts'
import { explained, isForLater, isUnreachable, sentenceFor } from '../account/failures.ts'
import { fingerprint, type Login, rememberAccount } from '../account/login-file.ts'
import { findTarget, moveNewCards, requireProject, type Target } from '../board/target.ts'
import { recordAdded } from '../board/undo-log.ts'
import { clearProgress, count, remark, showProgress, whatOf } from '../output/terminal.ts'
import { FileQueue, type Queued } from './file-queue.ts'

// No lock is needed. A process sends cards in order and waits for each answer. The id of a card is its idempotency
// key, so concurrent senders are harmless.

export interface Sent {
  /** As they are on the server. */
  cards: Card[]
  refused: { id: string; text: string; reason: string }[]
  /** Why the other cards have to wait. */
  trouble?: unknown
  /** How many that is. */
  waiting: number
}

/** Cards that were just saved, and where they go. */
interface Own {
  kept: Queued<WaitingCards>
  target: Target
}

/**
 * Sends the waiting cards of this login, oldest first. `own` is sent even if another process just did, to get
 * the answer.
 */
export async function sendWaiting(connection: Connection, own?: Own): Promise<Map<string, Sent>> {
  const kept = outbox.all().filter(({ value }) => !value.refused && isOf(connection.login, value))
  if (own && !kept.some(({ name }) => name === own.kept.name)) kept.push(own.kept)
  const outcome = new Map<string, Sent>()
  let trouble: unknown
  for (const one of kept) {
    const sent: Sent = trouble
      ? { cards: [], refused: [], waiting: one.value.undone ? 0 : one.value.cards.length, trouble }
      : one.value.undone
        ? await removeUndone(connection, one)
        : await sendOne(connection, one, one.name === own?.kept.name ? own.target : undefined)
    trouble ??= sent.trouble
    outcome.set(one.name, sent)
  }
  return outcome
}

async function sendOne(connection: Connection, kept: Queued<WaitingCards>, known?: Target): Promise<Sent> {
  const { value } = kept
  const sent: Sent = { cards: [], refused: [], waiting: value.cards.length }
  const isRefused = (wanted: string) => sent.refused.some(({ id }) => id === wanted)
  try {
    const target = known ?? (await findTarget(connection.client, value))
    for (const some of inBatches(value.cards, asOperation)) {
      const answers = await post(connection, target, some)
      if (value.cards.length > some.length) showProgress('cards', sent.cards.length, value.cards.length)
      for (const [index, answer] of answers.entries()) {
        const { id = '', text = '' } = some[index] ?? {}
        if ('card' in answer) {
          if (answer.card) sent.cards.push(answer.card)
        } else {
          sent.refused.push({ id, text, reason: sentenceFor(answer, value.url) })
        }
      }
    }
    clearProgress()
    rememberAccount(connection.login, sent.cards[0]?.owner_id)
    await moveNewCards(connection.client, target, sent.cards)
    sent.waiting = 0
  } catch (error) {
    // The project or column does not exist.
    if (!(error instanceof CommandError)) return { ...sent, trouble: error }
    const added = new Set(sent.cards.map(({ id }) => id))
    const others = value.cards.filter(({ id }) => !added.has(id) && !isRefused(id))
    sent.refused.push(...others.map((card) => ({ ...card, reason: error.message })))
    sent.waiting = 0
  }
  const [first] = sent.refused
  // Cards that could not be saved have no file.
  if (!kept.name) return sent
  if (first)
    outbox.write({
      name: kept.name,
      value: {
        ...value,
        cards: value.cards.filter(({ id }) => isRefused(id)),
        refused: first.reason,
      },
    })
  else recordAdded(join(outbox.folder, kept.name))
  return sent
}

async function removeUndone({ client }: Connection, kept: Queued<WaitingCards>): Promise<Sent> {
  const none = { cards: [], refused: [], waiting: 0 }
  try {
    for (const { id } of kept.value.cards)
      await client.removeCard({ id }).catch((error) => {
        if (!(error instanceof ProblemError) || isForLater(error)) throw error
      })
    outbox.remove(kept)
    return none
  } catch (trouble) {
    return { ...none, trouble }
  }
}

const asOperation = ({ id, ...card }: WaitingCard) => ({
  method: 'POST',
  path: paths.addProjectCard,
  body: { ...card, complete: true },
  idempotency_key: id,
})

/** The card as it is now; undefined if it was added and then deleted; or why it is refused. */
type Posted = { card: Card | undefined } | Problem

async function post(connection: Connection, target: Target, cards: WaitingCard[]): Promise<Posted[]> {
  const { client } = connection
  const body = ({ id: _, ...card }: WaitingCard) => ({ ...card, ...(target.complete && { complete: true }) })
  const single = async (card: WaitingCard): Promise<Posted> => {
    const options = { idempotencyKey: card.id }
    try {
      return target.project
        ? await client.addProjectCard({ ...body(card), project_id: target.project.id }, options)
        : await client.addInboxCard(body(card), options)
    } catch (error) {
      if (error instanceof ProblemError) return await judged(connection, target, error.problem)
      throw error
    }
  }
  if (cards.length > 1) {
    const path = target.project
      ? paths.addProjectCard.replace('{project_id}', target.project.id)
      : paths.addInboxCard
    const operations = cards.map((card) => ({
      method: 'POST',
      path: path.replace('POST ', ''),
      body: body(card),
      idempotency_key: card.id,
    }))
    const results = await client.batch({ operations }).catch((error) => {
      // Tokens with the scope `capture` may not send batches.
      if (error instanceof ProblemError && error.code === 'scope_insufficient') return undefined
      throw error
    })
    if (results)
      return await Promise.all(
        results.results.map(({ status, body: answer }) =>
          status < 300 ? (answer as { card: Card }) : judged(connection, target, answer as Problem),
        ),
      )
  }
  const answers: Posted[] = []
  for (const card of cards) answers.push(await single(card))
  return answers
}

/** Returns permanent refusals. Everything else throws, and the cards wait. */
async function judged({ client }: Connection, target: Target, problem: Problem): Promise<Posted> {
  if (problem.code === 'id_taken') return { card: undefined }
  if (problem.status === 404) {
    // The card was added before and deleted since, unless its project is gone.
    if (target.project) await requireProject(client, target.project)
    return { card: undefined }
  }
  if ([400, 413, 422].includes(problem.status)) return problem
  throw new ProblemError(problem)
}

/**
 * Sends the cards of earlier commands, and reports them. Throws if the server cannot be reached: nothing else
 * would work.
 */
export async function sendEarlier(connection: Connection): Promise<void> {
  const outcome = await sendWaiting(connection)
  reportSent(outcome, connection)
  const trouble = [...outcome.values()].find((one) => one.trouble)?.trouble
  if (trouble && isUnreachable(trouble)) throw trouble
}

export function reportSent(outcome: Map<string, Sent>, { login }: Connection): void {
  const all = [...outcome.values()]
  const cards = all.reduce((sum, one) => sum + one.cards.length, 0)
  if (cards > 0) remark(`Sent ${count(cards, 'card')} that ${cards === 1 ? 'was' : 'were'} waiting.`)
  for (const { text, reason } of all.flatMap((one) => one.refused))
    remark(
      `A waiting card was refused: ${reason} (${JSON.stringify(text.slice(0, 40))}). See: inboard outbox`,
    )
  const waiting = all.reduce((sum, one) => sum + one.waiting, 0)
  const trouble = all.find((one) => one.trouble)?.trouble
  if (waiting > 0 && !isForLater(trouble))
    remark(
      `${count(waiting, 'card')} still waiting: ${(explained(trouble, login.url) as Error).message} See: inboard outbox`,
    )
}

type WaitingCard = { id: string } & Omit<NewCard, 'complete' | 'position'>

/** Cards that were added together, and that the server may not have yet. */
export interface WaitingCards {
  /** Fingerprint of the login. No other account's login sends them. */
  login: string
  url: string
  account?: string
  written_at: string
  /** As the person named it. Undefined for the inbox. */
  project?: string
  project_id?: string
  column?: string
  cards: WaitingCard[]
  /** Why they were refused. They are not sent again automatically. */
  refused?: string
  /** Undone before the server confirmed them. If it has them, they are deleted. */
  undone?: true
}

export type Destination = Pick<WaitingCards, 'project' | 'project_id' | 'column'>

export const outbox = new FileQueue<WaitingCards>('outbox')

/**
 * The cards are on the disk when this returns. If that fails, `unsaved` says why, and they can still be sent.
 * Their ids are their idempotency keys.
 */
export function saveCards(
  login: Login,
  destination: Destination,
  cards: Omit<WaitingCard, 'id'>[],
): { kept: Queued<WaitingCards>; unsaved?: string } {
  const value: WaitingCards = {
    login: fingerprint(login),
    url: login.url,
    ...(login.account && { account: login.account }),
    written_at: new Date().toISOString(),
    ...destination,
    cards: cards.map((card) => ({ id: randomUUID(), ...card })),
  }
  try {
    return { kept: outbox.add(value) }
  } catch (error) {
    return { kept: { name: '', value }, unsaved: `The text could not be saved: ${(error as Error).message}` }
  }
}

/** A new token for the same account counts as the same login. */
export const isOf = (login: Login, { url, login: by, account }: WaitingCards) =>
  by === fingerprint(login) || (url === login.url && account !== undefined && account === login.account)

/**
 * Withdraws the last cards that could not be sent, and returns what that undoes. If an answer was lost, the server may
 * have them: they are deleted when it can be reached.
 */
export function withdrawLast(login: Login): string | undefined {
  const last = outbox.all().findLast(({ value }) => !value.refused && !value.undone && isOf(login, value))
  if (!last) return undefined
  outbox.write({ name: last.name, value: { ...last.value, undone: true } })
  return `adding ${whatOf(last.value.cards)}`
}
