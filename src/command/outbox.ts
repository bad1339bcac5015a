import { randomUUID } from 'node:crypto'
import { NameError } from '../board/names.ts'
import { type Client, ProblemError } from '../client/client.ts'
import { perform } from '../client/perform.ts'
import { requestOf } from '../client/requests.ts'
import type { Card } from '../contract/card.ts'
import type { Problem } from '../contract/problem.ts'
import {
  type Connection,
  connectTo,
  explained,
  isForLater,
  isUnreachable,
  sentenceFor,
} from './account/connection.ts'
import { journal } from './account/journal.ts'
import { fingerprint, type Login, readLogin, rememberAccount } from './account/login-file.ts'
import { findTarget, missingProject, moveToColumn, type Target } from './board/target.ts'
import { recordAdded, recordUndo } from './board/undo-log.ts'
import { type Given, UsageError } from './command.ts'
import {
  answer,
  clearProgress,
  count,
  jsonOption,
  printable,
  remark,
  showProgress,
  titleOf,
  whatOf,
} from './output/terminal.ts'

// The outbox: what `inboard add` was given waits here until the server has it. Each command writes a file, synced, before
// it sends anything. The id of a card is its idempotency key, so concurrent and killed senders are harmless without a
// lock. Start reading at `save` and `send`.

/** Cards that were added together, as their file has them. */
interface Waiting {
  /** Fingerprint of the login. No other account's login sends them. */
  login: string
  url: string
  account?: string
  written_at: string
  /** As the person named it. Undefined for the inbox. */
  project?: string
  column?: string
  cards: WaitingCard[]
  /** Why they were refused. They are not sent again automatically. */
  refused?: string
  /** Undone before the server confirmed them. If it has them, they are deleted. */
  undone?: true
}

interface WaitingCard {
  id: string
  text: string
}

export type Destination = Pick<Waiting, 'project' | 'column'>

export interface Entry {
  /** Of its file. Undefined if the cards could not be saved. */
  name?: string
  value: Waiting
}

const box = journal<Waiting>('outbox')

function update({ name }: Entry, value: Waiting): void {
  if (name !== undefined) box.write({ name, value })
}

export function remove({ name }: Entry): void {
  if (name !== undefined) box.remove({ name })
}

/** A new token for the same account counts as the same login. */
const isOf = (login: Login, { value: { url, login: by, account } }: Entry) =>
  by === fingerprint(login) || (url === login.url && account !== undefined && account === login.account)

/** The entries of this login that can be sent, oldest first. */
const entriesOf = (login: Login, entries: Entry[]) =>
  entries.filter((entry) => !entry.value.refused && isOf(login, entry))

/**
 * The cards are on the disk when this returns. If that fails, `unsaved` says why, and they can still be sent. `earlier`
 * are those that were waiting before.
 */
export function save(
  login: Login,
  destination: Destination,
  texts: readonly string[],
): { entry: Entry; earlier: Entry[]; unsaved?: string } {
  const value: Waiting = {
    login: fingerprint(login),
    url: login.url,
    ...(login.account && { account: login.account }),
    written_at: new Date().toISOString(),
    ...destination,
    cards: texts.map((text) => ({ id: randomUUID(), text })),
  }
  const before = box.names()
  const entry = { name: box.nextName(before.at(-1)), value }
  const earlier = () => entriesOf(login, box.read(before))
  try {
    box.write(entry)
    return { entry, earlier: earlier() }
  } catch (error) {
    const unsaved = `The text could not be saved: ${(error as Error).message}`
    return { entry: { value }, earlier: earlier(), unsaved }
  }
}

/** The outcome for the cards of an entry. */
export interface Sent {
  /** As they are on the server. */
  cards: Card[]
  refused: (WaitingCard & { reason: string })[]
  /** How many have to wait, and why. */
  waiting: number
  trouble?: unknown
}

/** Sends entries in order. If one has to wait, so do those behind it. `target` is where the last one goes, if known. */
export async function send(
  connection: Connection,
  entries: readonly Entry[],
  target?: Target,
): Promise<Sent[]> {
  const all: Sent[] = []
  for (const entry of entries) {
    const trouble = all.at(-1)?.trouble
    const known = entry === entries.at(-1) ? target : undefined
    all.push(trouble ? waitingFor(trouble, entry) : await sendOne(connection, entry, known))
  }
  return all
}

export const waitingFor = (trouble: unknown, { value }: Entry): Sent => ({
  cards: [],
  refused: [],
  waiting: value.undone ? 0 : value.cards.length,
  trouble,
})

async function sendOne({ client, login }: Connection, entry: Entry, known?: Target): Promise<Sent> {
  const { value } = entry
  try {
    if (value.undone) return await removeUndone(client, entry)
    const target = known ?? (await findTarget(client, value))
    const sent = await addCards(client, target, value)
    rememberAccount(login, sent.cards[0]?.owner_id)
    await moveToColumn(client, target, sent.cards)
    return close(login, entry, sent)
  } catch (error) {
    // The project or column does not exist.
    if (error instanceof NameError)
      return close(login, entry, {
        cards: [],
        refused: value.cards.map((card) => ({ ...card, reason: error.message })),
        waiting: 0,
      })
    return waitingFor(error, entry)
  }
}

/** Keeps what was refused. The rest can be undone from now on. */
function close(login: Login, entry: Entry, sent: Sent): Sent {
  const { name, value } = entry
  const [first] = sent.refused
  const isRefused = ({ id }: WaitingCard) => sent.refused.some((one) => one.id === id)
  const added = value.cards.filter((card) => !isRefused(card))
  if (!first && name !== undefined) recordAdded(box.fileOf(name))
  else if (added.length > 0) recordUndo(login, { cards: added })
  if (first) update(entry, { ...value, cards: value.cards.filter(isRefused), refused: first.reason })
  return sent
}

async function removeUndone(client: Client, entry: Entry): Promise<Sent> {
  for (const { id } of entry.value.cards)
    await client.removeCard({ id }).catch((error: unknown) => {
      if (!(error instanceof ProblemError) || isForLater(error)) throw error
    })
  remove(entry)
  return { cards: [], refused: [], waiting: 0 }
}

/** Throws if some of the cards have to wait. */
async function addCards(client: Client, target: Target, { url, cards }: Waiting): Promise<Sent> {
  const { project, complete } = target
  const outcomes = await perform(
    client,
    cards.map(({ id, text }) => ({
      ...requestOf({
        kind: 'add card',
        id,
        project_id: project?.id ?? null,
        text,
        ...(complete && { complete }),
      }),
      idempotency_key: id,
    })),
    (done) => {
      if (done < cards.length) showProgress('cards', done, cards.length)
    },
  )
  clearProgress()
  const sent: Sent = { cards: [], refused: [], waiting: 0 }
  for (const [index, card] of cards.entries()) {
    const outcome = outcomes[index]
    if (outcome?.kind === 'unknown') throw outcome.error
    if (outcome?.kind === 'done' && outcome.card) sent.cards.push(outcome.card)
    const reason = outcome?.kind === 'refused' ? await refusalOf(client, target, outcome.problem, url) : ''
    if (reason) sent.refused.push({ ...card, reason })
  }
  return sent
}

/** Why a card was refused permanently. Empty if the server had it before. Throws if it has to wait. */
async function refusalOf(client: Client, target: Target, problem: Problem, url: string): Promise<string> {
  if (problem.code === 'id_taken') return ''
  // The card was added before and deleted since, unless its project is gone.
  if (problem.status === 404) return await missingProject(client, target)
  if ([400, 413, 422].includes(problem.status)) return sentenceFor(problem, url)
  throw new ProblemError(problem)
}

/** Wraps a command that needs the server: it first sends the cards that are waiting for this login. */
export const connected =
  (work: (connection: Connection, given: Given) => Promise<number | undefined>) =>
  async (given: Given): Promise<number | undefined> => {
    const connection = connectTo(readLogin())
    try {
      await sendEarlier(connection)
      return await work(connection, given)
    } catch (error) {
      throw explained(error, connection.login.url)
    }
  }

/**
 * Sends the cards of earlier commands, and reports them. Throws if the server cannot be reached: nothing else would
 * work.
 */
export async function sendEarlier(connection: Connection): Promise<void> {
  const all = await send(connection, entriesOf(connection.login, box.read()))
  reportSent(all, connection.login)
  const trouble = all.at(-1)?.trouble
  if (trouble && isUnreachable(trouble)) throw trouble
}

export function reportSent(all: readonly Sent[], { url }: Login): void {
  const cards = all.reduce((sum, one) => sum + one.cards.length, 0)
  if (cards > 0) remark(`Sent ${count(cards, 'card')} that ${cards === 1 ? 'was' : 'were'} waiting.`)
  for (const { text, reason } of all.flatMap((one) => one.refused))
    remark(
      `A waiting card was refused: ${reason} (${JSON.stringify(text.slice(0, 40))}). See: inboard outbox`,
    )
  const waiting = all.reduce((sum, one) => sum + one.waiting, 0)
  const trouble = all.at(-1)?.trouble
  if (waiting > 0 && !isForLater(trouble))
    remark(
      `${count(waiting, 'card')} still waiting: ${(explained(trouble, url) as Error).message} See: inboard outbox`,
    )
}

/**
 * Withdraws the last cards that could not be sent, and returns what that undoes. If an answer was lost, the server may
 * have them: they are deleted when it can be reached.
 */
export function withdrawLast(login: Login): string | undefined {
  const last = entriesOf(login, box.read()).findLast(({ value }) => !value.undone)
  if (!last) return undefined
  update(last, { ...last.value, undone: true })
  return `adding ${whatOf(last.value.cards)}`
}

/** Of any login: those of another one are sent when it is used again. */
export function remarkWaiting(): void {
  const entries = box.read().filter(({ value }) => !value.undone && !value.refused)
  const cards = entries.reduce((sum, { value }) => sum + value.cards.length, 0)
  if (cards > 0)
    remark(`${count(cards, 'card is', 'cards are')} waiting on this machine to be sent. See: inboard outbox`)
}

export const options = {
  retry: { help: 'send refused cards again, and those of an earlier login to this server' },
  drop: { help: 'delete refused cards' },
  ...jsonOption,
}
export const notes = `Cards wait here if the server could not be reached or refused them. Every other command sends waiting cards first.`

export async function run({ options: asked }: Given): Promise<number | undefined> {
  if (asked.retry !== undefined && asked.drop !== undefined)
    throw new UsageError('Use either --retry or --drop. See: inboard outbox --help')
  if (asked.drop !== undefined) for (const one of box.read()) if (one.value.refused) remove(one)
  const login = asked.retry === undefined ? maybeLogin() : readLogin()
  if (login && asked.retry !== undefined) await retry(login)
  const entries = box.read().filter(({ value }) => !value.undone)
  answer(
    asked,
    { waiting: entries.map(({ value: { login: _, ...value } }) => value), folder: box.folder() },
    () =>
      entries.length === 0
        ? 'Nothing is waiting to be sent.'
        : [...entries.flatMap((one) => describe(one, login)), '', `Stored in ${box.folder()}`].join('\n'),
  )
  return undefined
}

function maybeLogin(): Login | undefined {
  try {
    return readLogin()
  } catch {
    return undefined
  }
}

async function retry(login: Login): Promise<void> {
  for (const entry of box.read()) {
    const { refused: _, account: __, ...rest } = entry.value
    if (rest.url === login.url) update(entry, { ...rest, login: fingerprint(login) })
  }
  try {
    await sendEarlier(connectTo(login))
  } catch (error) {
    throw explained(error, login.url)
  }
}

function describe(entry: Entry, login: Login | undefined): string[] {
  const { url, project, column, cards, refused } = entry.value
  const state = refused
    ? `refused: ${printable(refused)}`
    : login && isOf(login, entry)
      ? 'waiting for the server'
      : `waiting for a login to ${url}`
  const place = printable([project ?? 'Inbox', ...(column ? [column] : [])].join(' / '))
  return [
    `${count(cards.length, 'card')} for ${place}, ${state}`,
    ...cards.map(({ text }) => `  ${titleOf(text)}`),
  ]
}
