import { text } from 'node:stream/consumers'
import { probableId } from '../../board/names.ts'
import type { Day } from '../../board/text/days.ts'
import { CommandError } from '../../server/common/command-error.ts'
import { connectTo } from '../account/connection.ts'
import { explained, isForLater } from '../account/failures.ts'
import { readLogin } from '../account/login-file.ts'
import { type Given, UsageError } from '../command.ts'
import type { Queued } from '../outbox/file-queue.ts'
import {
  type Destination,
  outbox,
  reportSent,
  type Sent,
  saveCards,
  sendWaiting,
  type WaitingCards,
} from '../outbox/send-waiting.ts'
import { answer, count, datesOf, jsonOption, remark, titleOf, titleWithDates } from '../output/terminal.ts'
import { readDate, thisDay, withDates, withTypedDate } from './dates.ts'
import { findTarget, placeOf, type Target } from './target.ts'
import { recordUndo } from './undo-log.ts'

export const words = ['[TEXT…]'] as const
export const options = {
  project: { value: 'NAME', help: 'to this project instead of the inbox' },
  to: { value: 'COLUMN', help: 'to this column instead of the first' },
  due: { value: 'WHEN', help: 'due then: tomorrow, "fri 3pm", "20 nov", "every 2 weeks"' },
  plain: { help: 'leave a date at the end of the words as it is' },
  whole: { help: 'read all of standard input as one card' },
  ...jsonOption,
}
export const notes = `All words together are one card: inboard add Water the plants
A date at the end of its first line is understood: inboard add Water the plants every friday at 8am
Without words, each line of standard input is a card; empty lines are skipped: inboard add < list.txt
If the server cannot be reached, the cards are saved on this machine. The next command that reaches it sends them.`

/** Adding a card must not take long. */
const patience = { timeout: 10_000, retries: 0 }

export async function run({ words: given, options: asked }: Given): Promise<number | undefined> {
  const connection = connectTo(readLogin(), patience)
  const { login, client } = connection
  const destination: Destination = {
    ...(asked.project && { project: asked.project }),
    ...(asked.to && { column: asked.to }),
  }
  const today = thisDay()
  const dates = asked.due === undefined ? undefined : readDate(asked.due, today)
  const dated = (text: string) =>
    dates
      ? withDates(text, dates)
      : asked.plain === undefined && !isInput(given)
        ? withTypedDate(text, today)
        : text
  const keep = async () => {
    const cards = (await textsOf(given, asked.whole !== undefined)).map((text) => ({ text: dated(text) }))
    const keeping = saveCards(login, destination, cards)
    const said = () => remark(keeping.unsaved ?? promise(keeping.kept.value.cards, today))
    process.once('exit', said)
    return { ...keeping, over: () => process.off('exit', said) }
  }
  // Words are on the disk before any request. With standard input, the project is checked first, before the
  // person types.
  const early = isInput(given) ? undefined : await keep()
  const found = await findTarget(client, destination).catch((error: unknown) => {
    // The project or column does not exist. For any other error, the card is kept.
    if (!(error instanceof CommandError)) return error
    early?.over()
    if (early && !early.unsaved) outbox.remove(early.kept)
    throw error
  })
  const target = isTarget(found) ? found : undefined
  if (target?.project)
    Object.assign(destination, { project: target.project.title, project_id: target.project.id })
  else if (target) delete destination.project
  const { kept, unsaved, over } = early ?? (await keep())
  if (early && target && asked.project) {
    kept.value = goingTo(destination, kept.value)
    if (!unsaved) write(kept)
  }
  const all = kept.value.cards
  const outcome = target ? await sendWaiting(connection, { kept, target }) : new Map<string, Sent>()
  over()
  const { refused, waiting, trouble, cards } = outcome.get(kept.name) ?? {
    cards: [],
    refused: [],
    waiting: all.length,
    trouble: found,
  }
  outcome.delete(kept.name)
  reportSent(outcome, connection)
  const taken = all.filter(({ id }) => !refused.some((one) => one.id === id))
  const isWaiting = waiting > 0
  // Otherwise, their file in the outbox is kept for that.
  if (taken.length > 0 && !isWaiting && (unsaved || refused.length > 0)) recordUndo(login, { cards: taken })
  answer(asked, { cards: isWaiting ? [] : cards, kept: isWaiting ? taken : [] }, () =>
    isWaiting || taken.length === 0 ? '' : listing(taken, target ? placeOf(target) : '', today),
  )
  for (const { text: one, reason } of refused)
    remark(
      `Not added: ${reason} ${unsaved ?? 'The text is saved, see "inboard outbox"'}: ${titleOf(one).slice(0, 60)}`,
    )
  if (isWaiting)
    remark(`${(explained(trouble, login.url) as Error).message} ${unsaved ?? promise(all, today)}`)
  return refused.length > 0 || (isWaiting && (unsaved || !isForLater(trouble))) ? 1 : undefined
}

/** If this fails, the project is looked up again when the cards are sent. */
function write(kept: Queued<WaitingCards>): void {
  try {
    outbox.write(kept)
  } catch {}
}

/** Fixes the project by id: it may be renamed before the cards are sent. */
const goingTo = (
  destination: Destination,
  { project, project_id, column, ...rest }: WaitingCards,
): WaitingCards => ({
  ...rest,
  ...destination,
})

const isTarget = (found: unknown): found is Target => typeof (found as Target).complete === 'boolean'

function promise(cards: readonly { text: string }[], today: Day): string {
  const [first] = cards
  if (!first || cards.length > 1)
    return `The ${cards.length.toLocaleString('en')} cards are saved on this machine. The next command that reaches the server sends them.`
  const dates = datesOf(first, today)
  return `The card is saved on this machine${dates === undefined ? '' : `, due ${dates}`}. The next command that reaches the server sends it.`
}

const mostListed = 20

function listing(cards: { id: string; text: string }[], place: string, today: Day): string {
  const line = (card: { id: string; text: string }) =>
    `${probableId(card.id)}  ${titleWithDates(card, today)}`
  const [first] = cards
  if (cards.length === 1 && first) return `Added to ${place}: ${line(first)}`
  const rows = cards.slice(0, mostListed).map((card) => `  ${line(card)}`)
  const more = cards.length > mostListed ? [`  and ${cards.length - mostListed} more`] : []
  return [`Added ${count(cards.length, 'card')} to ${place}:`, ...rows, ...more].join('\n')
}

const isInput = (given: string[]) => given.length === 0 || (given.length === 1 && given[0] === '-')

async function textsOf(given: string[], isWhole: boolean): Promise<string[]> {
  if (!isInput(given)) return required([given.join(' ')])
  if (process.stdin.isTTY)
    remark(
      isWhole
        ? 'Type the card, then press Ctrl-D.'
        : 'Type one card per line, then press Ctrl-D. (Or: inboard add TEXT)',
    )
  const input = await text(process.stdin)
  return required(isWhole ? [input] : input.split(/\r?\n/))
}

function required(texts: string[]): string[] {
  const some = texts.map((one) => one.trim()).filter((one) => one !== '')
  if (some.length === 0) throw new UsageError('There is no text to add. See: inboard add --help')
  return some
}
