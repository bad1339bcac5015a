import { type Client, ProblemError } from '../../../../src/client/client.ts'
import type { Agent } from '../../../support/agents/agent.ts'
import { chanceOfRun } from '../../../support/machine/chance.ts'

export const places = ['inbox', 'Garden/To do', 'Garden/Doing', 'Garden/Done', 'House/Doing']
const shown: Record<string, string> = { inbox: 'Inbox' }
export const nameOf = (place: string) => shown[place] ?? place.replace('/', ' / ')

const isLast = (name: string) => name.endsWith(' / Done')

/** What somebody was told that they have done. */
export class Ledger {
  readonly added = new Set<string>()
  readonly deleted = new Set<string>()
  /** Marks by the card that they were put into. */
  readonly marks: [card: string, mark: string][] = []
  /** Where each card was brought last. */
  readonly brought = new Map<string, string>()
  readonly completed = new Map<string, boolean>()
  refusals = 0

  /** Into the last column completes a card, and out of it reopens it. */
  bring(card: string, to: string): void {
    const from = this.brought.get(card) ?? 'Inbox'
    if (from !== to && (isLast(from) || isLast(to))) this.completed.set(card, isLast(to))
    this.brought.set(card, to)
  }
}

const chance = chanceOfRun()
const pick = <T>(list: readonly T[]): T => chance.pick(list)

/** Each moves, completes and deletes cards of their own, among those of the others, and all of them write into the same texts. */
export async function workAsAgent(
  agent: Agent,
  name: string,
  own: string[],
  shared: string[],
  rounds: number,
): Promise<Ledger> {
  const ledger = new Ledger()
  const key = () => `${name} ${chance.below(2 ** 30)}`
  /** Now and then an answer is lost, and the agent asks again. What was refused may be done then. */
  const use = async (tool: string, given: Record<string, unknown>) => {
    const call = { ...given, key: key() }
    let heard = await agent.use(tool, call)
    if (chance.oneIn(5)) heard = await agent.use(tool, call)
    if (heard.isError) ledger.refusals++
    return heard
  }
  for (let round = 0; round < rounds; round++) {
    const mark = `<${name}-${round}>`
    const card = pick(shared)
    // Every kind of thing, in turn.
    const turn = (round % 20) / 20
    if (turn < 0.25) {
      const moved = [...new Set([pick(own), pick(own)])]
      const to = pick(places)
      const { isError } = await use('move', { moves: [{ cards: moved, to, place: pick(['top', 'bottom']) }] })
      if (!isError) for (const one of moved) ledger.bring(one, nameOf(to))
    } else if (turn < 0.45) {
      const { isError } = await use('edit', { cards: [{ card, append: mark }] })
      if (!isError) ledger.marks.push([card, mark])
    } else if (turn < 0.65) {
      const { data } = await agent.use('read', { items: [card] })
      const { text, revision } = data.cards[0]
      const { isError } = await use('edit', { cards: [{ card, text: `${mark}\n${text}`, revision }] })
      if (!isError) ledger.marks.push([card, mark])
    } else if (turn < 0.8) {
      const text = `${name} adds ${round}`
      const { isError } = await use('add', { cards: [{ text, to: pick(places) }] })
      if (!isError) ledger.added.add(text)
    } else if (turn < 0.9 || ledger.added.size === 0) {
      const one = pick(own)
      const complete = chance.oneIn(2)
      const { isError } = await use('complete', { cards: [one], complete })
      if (!isError) ledger.completed.set(one, complete)
    } else {
      const text = pick([...ledger.added])
      const { isError } = await agent.use('delete', { cards: [text], key: key() })
      if (!isError) {
        ledger.added.delete(text)
        ledger.deleted.add(text)
      }
    }
  }
  return ledger
}

/** As the web app does it: from what was seen a while ago, saying what is moved. */
export async function workAsPerson(
  client: Client,
  own: string[],
  shared: string[],
  rounds: number,
): Promise<Ledger> {
  const ledger = new Ledger()
  const ids = async () => {
    const { projects } = await client.listProjects()
    const all = new Map<string, { project_id: string | null; status_id: string | null }>([
      ['Inbox', { project_id: null, status_id: null }],
    ])
    for (const { id, title } of projects)
      for (const status of (await client.listStatuses({ project_id: id })).statuses)
        all.set(`${title} / ${status.name}`, { project_id: id, status_id: status.id })
    return all
  }
  const columns = await ids()
  let seen = (await client.changes()).cards
  for (let round = 0; round < rounds; round++) {
    if (round % 5 === 0) seen = (await client.changes()).cards
    const mark = `<person-${round}>`
    const card = pick(shared)
    try {
      if (round % 5 < 2) {
        const moved = pick(own)
        const place = nameOf(pick(places))
        const column = columns.get(place) ?? { project_id: null, status_id: null }
        const there = seen.filter(({ id, status_id }) => id !== moved && status_id === column.status_id)
        await client.setColumn({ ...column, card_ids: [...there.map(({ id }) => id), moved], moved: [moved] })
        ledger.brought.set(moved, place)
      } else if (round % 5 < 4) {
        const { card: present } = await client.readCard({ id: card })
        await client.editCard({ id: card, text: `${present.text}\n${mark}` }, { ifMatch: present.revision })
        ledger.marks.push([card, mark])
      } else {
        const text = `person adds ${round}`
        await client.addInboxCard({ text, position: 0 })
        ledger.added.add(text)
      }
    } catch (error) {
      if (
        !(error instanceof ProblemError) ||
        !['changed_meanwhile', 'validation_failed'].includes(error.code)
      )
        throw error
      ledger.refusals++
    }
  }
  return ledger
}
