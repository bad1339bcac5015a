import { setTimeout as pause } from 'node:timers/promises'
import { inspect, isDeepStrictEqual } from 'node:util'
import { Chance } from '../../support/machine/chance.ts'
import { Ledger } from '../../support/models/ledger.ts'
import { cleanUp, newFolder, run, type ServerProcess } from '../../support/processes/process.ts'
import { eventually } from '../../support/service/inboard.ts'
import { type Outcome, ofSize, type Scenario, type Trial } from '../scenario.ts'
import { KeptConnections } from '../support/kept-connections.ts'
import { faultsIn, lastWordsOf } from '../support/past-inboard.ts'
import { openPlace, type Place } from '../support/places.ts'

const clients = { glance: 12, quick: 32, whole: 32 }
const kills = { glance: 1, quick: 2, whole: 500 }
const readyWithin = 2_000
/** Boards grow with every round. New writers start with empty ones, so that the load stays the same. */
const killsForEachCrowd = 25

/** A person who writes without pause, and the record of acknowledged writes. */
interface Writer {
  name: string
  token: string
  ledger: Ledger
}

export const kill: Scenario = {
  name: 'kill',
  title: `Kill -9 under the load of ${clients.whole} clients`,
  engines: ['sqlite', 'postgres'],
  async run(trial) {
    const place = await openPlace(trial.engine)
    try {
      return await killAgainAndAgain(trial, place)
    } finally {
      cleanUp()
      await place.close()
    }
  },
}

async function killAgainAndAgain(trial: Trial, place: Place): Promise<Outcome> {
  const { engine, size, seed, say } = trial
  const tries = ofSize(trial, kills)
  const chance = new Chance(seed)
  const folder = newFolder()
  const environment = await place.environment(folder)
  const wrong: string[] = []
  let server = await run({ folder, environment })
  let writers: Writer[] = []
  let written = 0
  let recovery = 0

  for (let round = 0; round < tries; round++) {
    if (round % killsForEachCrowd === 0) writers = await newCrowd(server, round, trial)
    const { writes, complaints } = await killUnderLoad(server, writers, 200 + chance.below(500))
    written += writes
    const began = new Date()
    const start = performance.now()
    server = await run({ folder, environment })
    await eventually(() => isReady(server), 'the server to be ready')
    const took = performance.now() - start
    recovery = Math.max(recovery, took)
    // Times mean nothing while other tests run on the same machine.
    if (took > readyWithin && size === 'whole')
      complaints.push(`It was ready only after ${Math.round(took)} ms.`)

    if (engine === 'postgres') await lastWordsOf(place, folder, began)
    complaints.push(...(await faultsIn(engine, place, folder)))
    complaints.push(...(await Promise.all(writers.map((writer) => compare(server, writer)))).flat())
    wrong.push(...complaints.map((complaint) => `Kill ${round + 1}: ${complaint}`))
    if ((round + 1) % killsForEachCrowd === 0)
      say(`${round + 1} of ${tries} kills, ${written} acknowledged writes`)
  }
  return { tries, wrong, recovery, measured: `${written.toLocaleString('en')} acknowledged writes` }
}

const isReady = async (server: ServerProcess) =>
  (await server.request('GET', '/readyz')).status === 200 || undefined

const newCrowd = (server: ServerProcess, round: number, trial: Trial): Promise<Writer[]> =>
  Promise.all(
    Array.from({ length: ofSize(trial, clients) }, async (_, number) => {
      const name = `writer-${round}-${number}@example.com`
      const token = await server.signIn(name)
      const chance = Chance.of(trial.seed, round * clients.whole + number)
      return { name, token, ledger: await Ledger.open(server.client(token), chance) }
    }),
  )

async function killUnderLoad(server: ServerProcess, writers: Writer[], milliseconds: number) {
  const complaints: string[] = []
  const connections = new KeptConnections(server.url)
  let killed = false
  const writing = writers.map(async ({ name, token, ledger }) => {
    try {
      const writes = await ledger.writeUntilTheEnd(connections.client(token))
      if (!killed) complaints.push(`${name} got no answer, or a wrong one, before the kill.`)
      return writes
    } catch (error) {
      complaints.push(`${name} was refused: ${(error as Error).message}`)
      return 0
    }
  })
  await pause(milliseconds)
  killed = true
  await server.kill('SIGKILL')
  const writes = (await Promise.all(writing)).reduce((sum, count) => sum + count, 0)
  return { writes, complaints }
}

async function compare(server: ServerProcess, writer: Writer): Promise<string[]> {
  try {
    return await differences(server, writer)
  } catch (error) {
    return [`${writer.name} cannot read: ${inspect(error)}. The server said: ${server.stderr()}`]
  }
}

/** Every acknowledged write must be there, and the one that was in progress wholly or not at all. */
async function differences(server: ServerProcess, { name, token, ledger }: Writer): Promise<string[]> {
  const { board: acknowledged, otherwise } = ledger
  const { board, positions } = await ledger.read(server.client(token))
  const isDense = positions.every((column) => column.every((position, index) => position === index))
  const isThere = [acknowledged, otherwise].some((one) => isDeepStrictEqual(one, board))
  return [
    ...(isThere ? [] : [`${name} has lost an acknowledged write, or found half of one.`]),
    ...(isDense ? [] : [`${name} has a column with gaps: ${JSON.stringify(positions)}.`]),
  ]
}
