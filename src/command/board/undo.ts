import { isDeepStrictEqual } from 'node:util'
import type { Board } from '../../board/board.ts'
import { type Change, idsIn } from '../../board/plans.ts'
import { ProblemError } from '../../client/client.ts'
import { type Operation, perform } from '../../client/perform.ts'
import { requestOf } from '../../client/requests.ts'
import type { Problem } from '../../contract/problem.ts'
import { CommandError } from '../../server/common/command-error.ts'
import { type Connection, connectTo, explained, sentenceFor } from '../account/connection.ts'
import { readLogin } from '../account/login-file.ts'
import type { Given } from '../command.ts'
import { sendEarlier, withdrawLast } from '../outbox.ts'
import { answer, jsonOption, remark, titleOf } from '../output/terminal.ts'
import { readBoard } from './names.ts'
import { forget, lastChange, stateOf, type Touched, type Undoable } from './undo-log.ts'

export const options = jsonOption
export const notes = `Undoes what "add", "done", "mv", "edit" and "rm" did on this machine, the last change first. Cards that were changed elsewhere
since then are left alone.`

export async function run({ options: asked }: Given): Promise<number | undefined> {
  const connection = connectTo(readLogin())
  const { login } = connection
  const report = (what: string, isUndone: boolean, more = '') => {
    answer(asked, { undone: what, complete: isUndone }, () => (isUndone ? `Undone: ${what}${more}` : ''))
    return isUndone ? undefined : 1
  }
  const trouble = await sendEarlier(connection).catch((error: unknown) => error)
  const withdrawn = withdrawLast(login)
  if (withdrawn) return report(withdrawn, true, ', which had not been sent yet')
  if (trouble) throw explained(trouble, login.url)
  const entry = lastChange(login)
  if (!entry) throw new CommandError('There is nothing to undo for this login.')
  try {
    const complaints = await undo(connection, entry.value)
    forget(entry)
    for (const one of complaints) remark(one)
    return report(entry.value.what, complaints.length === 0)
  } catch (error) {
    throw explained(error, login.url)
  }
}

/** Returns sentences about what could not be undone. */
async function undo({ client, login }: Connection, { cards, back }: Undoable): Promise<string[]> {
  const board = cards.some(({ after }) => after) ? await readBoard(client) : undefined
  const { untouched, complaints } = compare(cards, board)
  const steps = back.flatMap((step) => onlyOf(untouched, step))
  const outcomes = await perform(client, operationsFor(steps, untouched))
  for (const [index, step] of steps.entries()) {
    const outcome = outcomes[index]
    if (outcome?.kind === 'unknown') throw outcome.error
    const reason = outcome?.kind === 'refused' ? reasonFor(step, outcome.problem, login.url) : undefined
    const [id = ''] = idsIn(step)
    if (reason !== undefined) complaints.push(`${titleOf(untouched.get(id)?.text ?? '')}: ${reason}`)
  }
  return complaints
}

const changedSince = 'it was changed since then, so it was left alone.'
const gone = 'it no longer exists.'

type Untouched = ReadonlyMap<string, { text: string; revision?: number }>

/** The cards that nobody has changed since, and sentences about the others. */
function compare(cards: readonly Touched[], board: Board | undefined) {
  const untouched = new Map<string, { text: string; revision?: number }>()
  const complaints: string[] = []
  for (const { id, text, after, follows } of cards) {
    const now = board?.find(id)
    if (follows !== undefined && (!now || !untouched.has(follows))) continue
    if (!after) untouched.set(id, { text })
    else if (now && isDeepStrictEqual(stateOf(now), after)) untouched.set(id, now)
    else complaints.push(`${titleOf(now?.text ?? text)}: ${now ? changedSince : gone}`)
  }
  return { untouched, complaints }
}

function onlyOf(cards: Untouched, step: Change): Change[] {
  const ids = idsIn(step).filter((id) => cards.has(id))
  if (ids.length === 0) return []
  return step.kind === 'move cards' ? [{ ...step, ids }] : [step]
}

function operationsFor(steps: readonly Change[], cards: Untouched): Operation[] {
  const moved = new Set(steps.flatMap((step) => (step.kind === 'move cards' ? step.ids : [])))
  return steps.map((step) => {
    const [id = ''] = idsIn(step)
    const { revision } = cards.get(id) ?? {}
    // Being moved gives a card another revision.
    return {
      ...requestOf(step),
      ...(revision !== undefined && !moved.has(id) && { if_match: `"${revision}"` }),
    }
  })
}

function reasonFor({ kind }: Change, problem: Problem, url: string): string | undefined {
  if (problem.status === 404) return kind === 'delete card' ? undefined : gone
  if (problem.status === 412) return changedSince
  if ([401, 403, 429].includes(problem.status)) throw new ProblemError(problem)
  return sentenceFor(problem, url)
}
