import { text } from 'node:stream/consumers'
import { NameError, probableId } from '../../board/names.ts'
import type { Day } from '../../board/text/days.ts'
import { setDue, setEvery } from '../../board/text/marks.ts'
import { type Dates, enterTypedDate, typedDate } from '../../board/text/typed-dates.ts'
import { connectTo, explained, isForLater } from '../account/connection.ts'
import { readLogin } from '../account/login-file.ts'
import { type Given, UsageError } from '../command.ts'
import { remove, reportSent, save, send, waitingFor } from '../outbox.ts'
import {
  answer,
  datesOf,
  jsonOption,
  listOf,
  remark,
  thisDay,
  titleOf,
  titleWithDates,
} from '../output/terminal.ts'
import { readDate } from './names.ts'
import { findTarget, placeOf } from './target.ts'

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
  const today = thisDay()
  const dates = asked.due === undefined ? undefined : readDate(asked.due, today)
  const destination = {
    ...(asked.project && { project: asked.project }),
    ...(asked.to && { column: asked.to }),
  }
  const keep = (texts: string[]) => {
    const saved = save(login, destination, dates ? texts.map((text) => withDates(text, dates)) : texts)
    const promised = () => remark(saved.unsaved ?? promise(saved.entry.value.cards, today))
    process.once('exit', promised)
    return { ...saved, over: () => process.off('exit', promised) }
  }
  const isTyped = given.length > 1 || (given.length === 1 && given[0] !== '-')
  const isDated = isTyped && !dates && asked.plain === undefined
  // Words are on the disk before any request. Before standard input is read, the project is looked up.
  const early = isTyped
    ? keep(required([given.join(' ')]).map((text) => (isDated ? withTypedDate(text, today) : text)))
    : undefined
  const { target, trouble } = await findTarget(client, destination).then(
    (target) => ({ target, trouble: undefined }),
    (trouble: unknown) => {
      // The project or column does not exist. After any other error, the cards wait.
      if (!(trouble instanceof NameError)) return { target: undefined, trouble }
      early?.over()
      if (early) remove(early.entry)
      throw trouble
    },
  )
  const { entry, earlier, unsaved, over } = early ?? keep(await textsFromInput(asked.whole !== undefined))
  const sent = target ? await send(connection, [...earlier, entry], target) : []
  const { refused, waiting, cards, ...rest } = sent.pop() ?? waitingFor(trouble, entry)
  over()
  reportSent(sent, login)

  const isWaiting = waiting > 0
  const taken = entry.value.cards.filter(({ id }) => !refused.some((one) => one.id === id))
  answer(asked, { cards, kept: isWaiting ? taken : [] }, () =>
    isWaiting || taken.length === 0
      ? ''
      : listOf(
          `Added to ${target ? placeOf(target) : ''}`,
          taken.map((card) => `${probableId(card.id)}  ${titleWithDates(card, today)}`),
        ),
  )
  for (const { text: one, reason } of refused)
    remark(
      `Not added: ${reason} ${unsaved ?? 'The text is saved, see "inboard outbox"'}: ${titleOf(one).slice(0, 60)}`,
    )
  if (isWaiting)
    remark(`${(explained(rest.trouble, login.url) as Error).message} ${unsaved ?? promise(taken, today)}`)
  return refused.length > 0 || (isWaiting && (unsaved || !isForLater(rest.trouble))) ? 1 : undefined
}

/** With the date that a person has typed at the end of the first line, if there is one. */
function withTypedDate(text: string, today: Day): string {
  const typed = typedDate(text, today)
  return typed ? enterTypedDate(text, typed) : text
}

/** A repetition that the text has stays, unless there is another one. */
function withDates(text: string, { due, every }: Dates): string {
  const dated = setDue(text, due)
  return every ? setEvery(dated, every) : dated
}

function promise(cards: readonly { text: string }[], today: Day): string {
  const [first] = cards
  if (!first || cards.length > 1)
    return `The ${cards.length.toLocaleString('en')} cards are saved on this machine. The next command that reaches the server sends them.`
  const dates = datesOf(first, today)
  return `The card is saved on this machine${dates === undefined ? '' : `, due ${dates}`}. The next command that reaches the server sends it.`
}

async function textsFromInput(isWhole: boolean): Promise<string[]> {
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
