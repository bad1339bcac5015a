import { setTimeout as pause } from 'node:timers/promises'
import { Chance } from '../../support/machine/chance.ts'
import { newFolder, run, type ServerProcess } from '../../support/processes/process.ts'
import { eventually } from '../../support/service/inboard.ts'
import { type Outcome, ofSize, type Trial } from '../scenario.ts'
import { faultsIn } from '../support/past-inboard.ts'
import type { Place } from '../support/places.ts'
import { Writer } from '../support/writer.ts'

const kills = { quick: 1, whole: 100 }
const writers = 16
/** Boards grow with every round. New writers start with empty ones, so that the load stays the same. */
const killsForEachCrowd = 20

/** PostgreSQL is killed under load. Inboard must survive, and work again when PostgreSQL is back. */
export async function killPostgres(trial: Trial, place: Place): Promise<Outcome> {
  const { engine, seed, say } = trial
  const chance = new Chance(seed)
  const folder = newFolder()
  const server = await run({ folder, environment: await place.environment(folder) })
  const postgres = await place.postgres()
  const wrong: string[] = []
  let recovery = 0
  let crowd: Writer[] = []
  const tries = ofSize(trial, kills)
  for (let round = 0; round < tries; round++) {
    if (round % killsForEachCrowd === 0) crowd = await newCrowd(server, round)
    const complain = (what: string) => wrong.push(`Kill ${round + 1} of PostgreSQL: ${what}`)
    const writing = crowd.map((writer) => writer.write(complain))
    await pause(100 + chance.below(300))
    for (const writer of crowd) writer.mayBeRefused = true
    await postgres.kill()
    await Promise.all(writing)
    await expectUnavailable(server, crowd[0]?.token ?? '', complain)

    await postgres.start()
    const begun = performance.now()
    await eventually(
      async () => (await server.request('GET', '/readyz')).status === 200 || undefined,
      'Inboard to be ready again',
    )
    recovery = Math.max(recovery, performance.now() - begun)
    for (const writer of crowd) await writer.compare(complain)
    for (const fault of await faultsIn(engine, place, folder)) complain(fault)
    if (server.child.exitCode !== null) throw new Error(`Inboard ended with it:\n${server.stderr()}`)
    if ((round + 1) % killsForEachCrowd === 0) say(`${round + 1} kills of PostgreSQL`)
  }
  return { tries, wrong, recovery }
}

const newCrowd = (server: ServerProcess, round: number) =>
  Promise.all(
    Array.from({ length: writers }, (_, n) => Writer.open(server, `writer-${round}-${n}@example.com`)),
  )

/** Requests that need the database must get a 503, and the others must succeed. */
async function expectUnavailable(
  { request }: ServerProcess,
  token: string,
  complain: (what: string) => void,
): Promise<void> {
  const expected: [method: string, path: string, status: number][] = [
    ['GET', '/readyz', 503],
    ['GET', '/api/inbox/cards', 503],
    ['GET', '/healthz', 200],
  ]
  for (const [method, path, status] of expected) {
    const answer = await request(method, path, { token })
    if (answer.status !== status) complain(`${method} ${path} is ${answer.status} while it is down.`)
  }
}
