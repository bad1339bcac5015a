import { type Client, ProblemError } from '../../../src/client/client.ts'
import type { Card } from '../../../src/contract/card.ts'
import { Chance } from '../../support/machine/chance.ts'
import { cleanUp, newFolder, run } from '../../support/processes/process.ts'
import { type Outcome, ofSize, type Scenario, type Trial } from '../scenario.ts'
import { Complaints } from '../support/complaints.ts'
import { KeptConnections } from '../support/kept-connections.ts'
import { openPlace, type Place } from '../support/places.ts'
import { OrderClient } from './order-client.ts'
import { Commons, isInOrder } from './order-commons.ts'

const clients = 8
/** Different people share no rows. They only add to the load on the database. */
const people = { quick: 1, whole: 8 }
const operations = { glance: 152, quick: 600, whole: 1_000_000 }
/** Operations between two comparisons, for which all clients of a person have to pause. */
const batch = { glance: 152, quick: 300, whole: 1_000 }
const commonCards = 40

export const order: Scenario = {
  name: 'order',
  title: `Any writes to all columns by ${clients} clients of each person`,
  engines: ['sqlite', 'postgres'],
  async run(trial) {
    const place = await openPlace(trial.engine)
    try {
      return await writeAndCompare(trial, place)
    } finally {
      cleanUp()
      await place.close()
    }
  },
}

async function writeAndCompare(trial: Trial, place: Place): Promise<Outcome> {
  const { seed, say } = trial
  const folder = newFolder()
  const server = await run({ folder, environment: await place.environment(folder) })
  const complaints = new Complaints()
  const total = trial.operations ?? ofSize(trial, operations)
  const each = ofSize(trial, batch)
  const began = performance.now()
  let tries = 0

  async function person(number: number): Promise<void> {
    const client = new KeptConnections(server.url).client(await server.signIn(`writer-${number}@example.com`))
    const commons = await Commons.open(client, commonCards)
    const writers = Array.from(
      { length: clients },
      (_, n) => new OrderClient(client, commons, new Chance(seed + number * clients + n)),
    )
    // Stops at the first mistake, because the models would be wrong from then on.
    while (tries < total && complaints.sentences.length === 0) {
      tries += each
      await Promise.all(writers.map((writer) => actOften(writer, each / clients, complaints)))
      for (const difference of await differences(client, commons, writers)) complaints.add(difference)
      if (tries % (total / 100) === 0) say(`${tries.toLocaleString('en')} operations`)
    }
  }

  await Promise.all(Array.from({ length: ofSize(trial, people) }, (_, n) => person(n)))
  return {
    tries,
    wrong: complaints.sentences,
    measured: `${Math.round((tries / (performance.now() - began)) * 1000).toLocaleString('en')} a second`,
  }
}

async function actOften(writer: OrderClient, times: number, complaints: Complaints): Promise<void> {
  try {
    for (let n = 0; n < times; n++) await writer.act()
  } catch (error) {
    complaints.add(told(error))
  }
}

const told = (error: unknown) =>
  error instanceof ProblemError
    ? `A write was answered ${error.status} ${error.code}: ${error.message}`
    : (error as Error).message

/** Compares a person's whole account with the expectations of all their clients. */
async function differences(client: Client, commons: Commons, writers: OrderClient[]): Promise<string[]> {
  const wrong: string[] = []
  const { projects } = await client.listProjects()
  const lists = await Promise.all(projects.map(({ id }) => client.listProjectCards({ project_id: id })))
  const cards: Card[] = [...(await client.listInboxCards()).cards, ...lists.flatMap((list) => list.cards)]
  for (const [index, { card_count }] of projects.entries()) {
    const count = lists[index]?.cards.length
    if (card_count !== count) wrong.push(`A project says that it has ${card_count} cards, and has ${count}.`)
  }

  const expected = writers.reduce((sum, { count }) => sum + count, commons.cards.size)
  if (cards.length !== expected) wrong.push(`There are ${cards.length} cards, and should be ${expected}.`)
  if (new Set(cards.map(({ id }) => id)).size < cards.length) wrong.push('A card is in two columns.')
  const shared = new Set(commons.columns.map(({ status_id }) => status_id))
  const there = new Set(cards.filter(({ status_id }) => shared.has(status_id)).map(({ id }) => id))
  for (const id of commons.cards) if (!there.has(id)) wrong.push(`Card ${id} of everybody is lost.`)
  for (const ids of commons.doubts.splice(0)) {
    const isMissing = ids.some((id) => commons.removed.has(id))
    if (!isMissing) wrong.push(`None of ${ids.join(', ')} was removed, and yet one was said to be missing.`)
  }
  for (const writer of writers) wrong.push(...writer.differences(cards))

  // PATCH may leave gaps in a column. Setting the column with no cards closes them.
  for (const column of commons.columns) {
    const { cards: packed } = await client.setColumn({ ...column, card_ids: [] })
    const before = cards.filter(({ status_id }) => status_id === column.status_id).map(({ id }) => id)
    if (!isInOrder(packed, before, column)) wrong.push('A column changed its order while it was packed.')
  }
  return wrong
}
