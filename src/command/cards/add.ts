import { text } from 'node:stream/consumers'
import { Refused } from '../../server/refused.ts'
import { type Given, UsageError } from '../command.ts'
import { readLogin } from '../login-file.ts'
import { answer, count, jsonOption, remark } from '../terminal.ts'
import { connectTo } from './connection.ts'
import { explained, isForLater } from './failures.ts'
import { type Destination, type KeptCards, keepCards, outbox } from './kept-cards.ts'
import type { Kept } from './kept-files.ts'
import { titleOf, whatOf } from './printable.ts'
import { reportKept, type Sent, sendKept } from './send-kept.ts'
import { probableName } from './short-names.ts'
import { findTarget, placeOf, type Target } from './target.ts'
import { recordUndo } from './undo-log.ts'

export const words = ['[TEXT…]'] as const
export const options = {
  project: { value: 'NAME', help: 'to this project, not to the inbox' },
  to: { value: 'COLUMN', help: 'to this column of it, not to its first' },
  whole: { help: 'standard input is one card, with all its lines' },
  ...jsonOption,
}
export const notes = `All words are one card: inboard add Water the plants
Without words, every line of standard input is a card of its own, and empty lines are left out: inboard add < list.txt
If the server cannot be reached, the cards are kept on this machine, and sent by the next command that reaches it.`

/** Whoever only adds a card does not want to wait. */
const patience = { timeout: 10_000, retries: 0 }

export async function run({ words: given, options: asked }: Given): Promise<number | undefined> {
  const connection = connectTo(readLogin(), patience)
  const { login, client } = connection
  const destination: Destination = {
    ...(asked.project && { project: asked.project }),
    ...(asked.to && { column: asked.to }),
  }
  const keep = async () => {
    const keeping = keepCards(login, destination, await textsOf(given, asked.whole !== undefined))
    const said = () => remark(keeping.unkept ?? promise(keeping.kept.value.cards.length))
    process.once('exit', said)
    return { ...keeping, over: () => process.off('exit', said) }
  }
  // Words are on the disk before anybody is asked. Who has yet to type is told first if there is no such project.
  const early = isInput(given) ? undefined : await keep()
  const found = await findTarget(client, destination).catch((error: unknown) => {
    // What is named is not there. Everything else is a reason to keep the card.
    if (!(error instanceof Refused)) return error
    early?.over()
    if (early && !early.unkept) outbox.remove(early.kept)
    throw error
  })
  const target = isTarget(found) ? found : undefined
  if (target?.project)
    Object.assign(destination, { project: target.project.title, project_id: target.project.id })
  else if (target) delete destination.project
  const { kept, unkept, over } = early ?? (await keep())
  if (early && target && asked.project) {
    kept.value = goingTo(destination, kept.value)
    if (!unkept) write(kept)
  }
  const all = kept.value.cards
  const outcome = target ? await sendKept(connection, { kept, target }) : new Map<string, Sent>()
  over()
  const { refused, waiting, trouble, cards } = outcome.get(kept.name) ?? {
    cards: [],
    refused: [],
    waiting: all.length,
    trouble: found,
  }
  outcome.delete(kept.name)
  reportKept(outcome, connection)
  const taken = all.filter(({ id }) => !refused.some((one) => one.id === id))
  if (taken.length > 0) recordUndo(login, { kind: 'add', what: `adding ${whatOf(taken)}`, cards: taken })
  const isWaiting = waiting > 0
  answer(asked, { cards: isWaiting ? [] : cards, kept: isWaiting ? taken : [] }, () =>
    isWaiting || taken.length === 0 ? '' : listing(taken, target ? placeOf(target) : ''),
  )
  for (const { text: one, reason } of refused)
    remark(
      `Not added: ${reason} ${unkept ?? 'The text is kept, see "inboard outbox"'}: ${titleOf(one).slice(0, 60)}`,
    )
  if (isWaiting)
    remark(`${(explained(trouble, login.url) as Error).message} ${unkept ?? promise(all.length)}`)
  return refused.length > 0 || (isWaiting && (unkept || !isForLater(trouble))) ? 1 : undefined
}

/** If it cannot be, the project is looked up again when they are sent. */
function write(kept: Kept<KeptCards>): void {
  try {
    outbox.write(kept)
  } catch {}
}

/** From now on they go there, whatever it is called when they are sent. */
const goingTo = (
  destination: Destination,
  { project, project_id, column, ...rest }: KeptCards,
): KeptCards => ({
  ...rest,
  ...destination,
})

const isTarget = (found: unknown): found is Target => typeof (found as Target).complete === 'boolean'

const promise = (cards: number) =>
  `${cards === 1 ? 'The card is' : `The ${cards} cards are`} kept on this machine, and sent by the next command that reaches the server.`

const mostListed = 20

function listing(cards: { id: string; text: string }[], place: string): string {
  const [first] = cards
  if (cards.length === 1 && first)
    return `Added to ${place}: ${probableName(first.id)}  ${titleOf(first.text)}`
  const rows = cards.slice(0, mostListed).map(({ id, text: one }) => `  ${probableName(id)}  ${titleOf(one)}`)
  const more = cards.length > mostListed ? [`  and ${cards.length - mostListed} more`] : []
  return [`Added ${count(cards.length, 'card')} to ${place}:`, ...rows, ...more].join('\n')
}

const isInput = (given: string[]) => given.length === 0 || (given.length === 1 && given[0] === '-')

async function textsOf(given: string[], isWhole: boolean): Promise<string[]> {
  if (!isInput(given)) return required([given.join(' ')])
  if (process.stdin.isTTY)
    remark(
      isWhole
        ? 'Type the card, and end it with Ctrl-D.'
        : 'Type a card on each line, and end with Ctrl-D. (Or: inboard add TEXT)',
    )
  const input = await text(process.stdin)
  return required(isWhole ? [input] : input.split(/\r?\n/))
}

function required(texts: string[]): string[] {
  const some = texts.map((one) => one.trim()).filter((one) => one !== '')
  if (some.length === 0) throw new UsageError('There is no text to add. See: inboard add --help')
  return some
}
