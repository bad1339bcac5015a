import { inBatches } from '../../client/batches.ts'
import { ProblemError } from '../../client/client.ts'
import type { Card } from '../../contract/card.ts'
import { paths } from '../../contract/paths.ts'
import type { Problem } from '../../contract/problem.ts'
import { Refused } from '../../server/refused.ts'
import { learnAccount } from '../login-file.ts'
import { clearProgress, count, remark, showProgress } from '../terminal.ts'
import type { Connection } from './connection.ts'
import { explained, isForLater, isUnreachable, sentenceFor } from './failures.ts'
import { isOf, type KeptCards, outbox } from './kept-cards.ts'
import type { Kept } from './kept-files.ts'
import { findTarget, moveNewCards, requireProject, type Target } from './target.ts'

// No lock is needed. Whoever sends, sends in order, and waits for each answer before the next; and the server adds a card once under
// its id, whoever sends it how often. So two processes that send the same cards change nothing but who is told.

export interface Sent {
  /** As the server has them now. */
  cards: Card[]
  refused: { id: string; text: string; reason: string }[]
  /** Why the rest has to wait. */
  trouble?: unknown
  /** How many that is. */
  waiting: number
}

/** A card that has just been kept, and where it goes, if that is known. */
interface Own {
  kept: Kept<KeptCards>
  target: Target
}

/** Sends what is kept for this login, oldest first. `own` is sent even if another process has just done so, for its answer. */
export async function sendKept(connection: Connection, own?: Own): Promise<Map<string, Sent>> {
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

async function sendOne(connection: Connection, kept: Kept<KeptCards>, known?: Target): Promise<Sent> {
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
    learnAccount(connection.login, sent.cards[0]?.owner_id)
    await moveNewCards(connection.client, target, sent.cards)
    sent.waiting = 0
  } catch (error) {
    // What the server was asked for is not there: the project, or the column.
    if (!(error instanceof Refused)) return { ...sent, trouble: error }
    const added = new Set(sent.cards.map(({ id }) => id))
    const others = value.cards.filter(({ id }) => !added.has(id) && !isRefused(id))
    sent.refused.push(...others.map((card) => ({ ...card, reason: error.message })))
    sent.waiting = 0
  }
  const [first] = sent.refused
  // What could not be kept has no name.
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
  else outbox.remove(kept)
  return sent
}

async function removeUndone({ client }: Connection, kept: Kept<KeptCards>): Promise<Sent> {
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

const asOperation = ({ id, text }: KeptCards['cards'][number]) => ({
  method: 'POST',
  path: paths.addProjectCard,
  body: { text, complete: true },
  idempotency_key: id,
})

/** The card as it is now; none, if it has been added and deleted since; or why it is refused. */
type Posted = { card: Card | undefined } | Problem

async function post(connection: Connection, target: Target, cards: KeptCards['cards']): Promise<Posted[]> {
  const { client } = connection
  const body = (text: string) => ({ text, ...(target.complete && { complete: true }) })
  const single = async ({ id, text }: { id: string; text: string }): Promise<Posted> => {
    const options = { idempotencyKey: id }
    try {
      return target.project
        ? await client.addProjectCard({ ...body(text), project_id: target.project.id }, options)
        : await client.addInboxCard(body(text), options)
    } catch (error) {
      if (error instanceof ProblemError) return await judged(connection, target, error.problem)
      throw error
    }
  }
  if (cards.length > 1) {
    const path = target.project
      ? paths.addProjectCard.replace('{project_id}', target.project.id)
      : paths.addInboxCard
    const operations = cards.map(({ id, text }) => ({
      method: 'POST',
      path: path.replace('POST ', ''),
      body: body(text),
      idempotency_key: id,
    }))
    const results = await client.batch({ operations }).catch((error) => {
      // A token that only captures may not send a batch.
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

/** What is refused for good is refused; everything else waits. */
async function judged({ client }: Connection, target: Target, problem: Problem): Promise<Posted> {
  if (problem.code === 'id_taken') return { card: undefined }
  if (problem.status === 404) {
    // It was added before, and deleted since; unless its project is gone.
    if (target.project) await requireProject(client, target.project)
    return { card: undefined }
  }
  if ([400, 413, 422].includes(problem.status)) return problem
  throw new ProblemError(problem)
}

/** Sends what an earlier command has kept, and tells of it. Fails where the server cannot be reached: nothing else would succeed. */
export async function sendEarlier(connection: Connection): Promise<void> {
  const outcome = await sendKept(connection)
  reportKept(outcome, connection)
  const trouble = [...outcome.values()].find((one) => one.trouble)?.trouble
  if (trouble && isUnreachable(trouble)) throw trouble
}

export function reportKept(outcome: Map<string, Sent>, { login }: Connection): void {
  const all = [...outcome.values()]
  const cards = all.reduce((sum, one) => sum + one.cards.length, 0)
  if (cards > 0) remark(`${count(cards, 'card')} that had been kept ${cards === 1 ? 'is' : 'are'} sent now.`)
  for (const { text, reason } of all.flatMap((one) => one.refused))
    remark(`A kept card is refused: ${reason} (${JSON.stringify(text.slice(0, 40))}). See: inboard outbox`)
  const waiting = all.reduce((sum, one) => sum + one.waiting, 0)
  const trouble = all.find((one) => one.trouble)?.trouble
  if (waiting > 0 && !isForLater(trouble))
    remark(
      `${count(waiting, 'card')} still kept: ${(explained(trouble, login.url) as Error).message} See: inboard outbox`,
    )
}
