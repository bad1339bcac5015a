import { randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Client } from '../../../src/client/client.ts'
import { Chance } from '../../support/machine/chance.ts'
import type { ServerProcess } from '../../support/processes/process.ts'
import { ofSize, type Scenario, type Sizes } from '../scenario.ts'
import { auc } from '../support/auc.ts'
import { Complaints } from '../support/complaints.ts'
import { comparable, Line } from '../support/line.ts'
import { served } from '../support/served.ts'
import { type Belongings, type Probe, probesOf, settleIn } from './foreign-ids.ts'

/** The accepted distance of the AUC from 0.5: at least five times its standard deviation for this number of pairs. */
const scales: Sizes<{ bound: number; pairsOf(probe: Probe): number }> = {
  // A single pair compares the answers, but not the times.
  glance: { bound: 0.5, pairsOf: () => 1 },
  // Times are compared only for ids of the right kind. The others match no row at all, and are left to the whole run.
  quick: { bound: 0.45, pairsOf: ({ isApt }) => (isApt ? 30 : 1) },
  whole: { bound: 0.05, pairsOf: () => 2_000 },
}

export const isolation: Scenario = {
  name: 'isolation',
  title: 'Every endpoint with an id × every kind of foreign id',
  engines: ['sqlite', 'postgres'],
  run: (trial) =>
    served(trial, {}, async ({ server }) => {
      const { bound, pairsOf } = ofSize(trial, scales)
      const complaints = new Complaints()
      const chance = new Chance(trial.seed)
      const [own, foreign] = [await personOn(server, 'one'), await personOn(server, 'other')]
      const before = [await everythingOf(own.client), await everythingOf(foreign.client)]
      const probes = probesOf(own.token, own.belongings, foreign.belongings)
      const areas: number[] = []
      let tries = 0
      const line = new Line(server.url)
      for (const [index, probe] of probes.entries()) {
        const pairs = pairsOf(probe)
        tries += pairs
        const { difference, area } = await compare(line, probe, pairs, chance)
        if (difference) complaints.add(`${probe.name} is told from a missing one, by ${difference}`)
        if ((index + 1) % 10 === 0) trial.say(`${index + 1} kinds of request`)
        if (pairs === 1) continue
        areas.push(area)
        if (Math.abs(area - 0.5) > bound)
          complaints.add(`${probe.name} takes another time than a missing one (AUC ${area.toFixed(3)}).`)
      }
      line.close()

      const after = [await everythingOf(own.client), await everythingOf(foreign.client)]
      if (!isDeepStrictEqual(before, after))
        complaints.add('Requests that were refused have changed something all the same.')
      const [least, greatest] = [Math.min(...areas), Math.max(...areas)].map((area) => area.toFixed(3))
      return {
        tries,
        wrong: complaints.sentences,
        measured: `${probes.length} kinds of request, AUC ${least} to ${greatest}`,
      }
    }),
}

interface Person {
  token: string
  client: Client
  belongings: Belongings
}

async function personOn(server: ServerProcess, name: string): Promise<Person> {
  const token = await server.signIn(`${name}@example.com`)
  const client = server.client(token)
  return { token, client, belongings: await settleIn(client, server.port) }
}

/** Alternates between foreign and missing ids, so that other load on the machine affects both alike. */
async function compare(line: Line, { ask, foreignId }: Probe, pairs: number, chance: Chance) {
  const requests = { foreign: ask(foreignId), missing: ask(randomUUIDv7()) }
  const times: Record<keyof typeof requests, number[]> = { foreign: [], missing: [] }
  const answers = { foreign: '', missing: '' }
  let difference: string | undefined
  // The first pair is a warm-up.
  for (let pair = -1; pair < pairs; pair++) {
    const order = chance.oneIn(2) ? (['foreign', 'missing'] as const) : (['missing', 'foreign'] as const)
    for (const kind of order) {
      const start = performance.now()
      const reply = await line.ask(requests[kind])
      if (pair >= 0) times[kind].push(performance.now() - start)
      answers[kind] = comparable(reply)
    }
    if (answers.foreign !== answers.missing) difference ??= `${answers.foreign} against ${answers.missing}`
  }
  if (!answers.foreign.startsWith('404')) difference ??= `no 404 but ${answers.foreign}`
  return { difference, area: auc(times.foreign, times.missing) }
}

async function everythingOf(client: Client) {
  const { projects } = await client.listProjects()
  const boards = projects.map(async ({ id: project_id }) => [
    await client.listStatuses({ project_id }),
    await client.listProjectCards({ project_id }),
  ])
  return [
    projects,
    await Promise.all(boards),
    await client.listInboxCards(),
    await client.listPasskeys(),
    await client.listBin(),
    await client.changes(),
    await client.readMe(),
  ]
}
