import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { createClient } from '../../../src/client/client.ts'
import { checkedFetch } from '../../support/contract-check.ts'
import { eventually, patience } from '../../support/inboard.ts'
import { Ledger } from '../../support/ledger.ts'
import { newFolder, run, type ServerProcess } from '../../support/process.ts'
import type { Outcome, Trial } from '../scenario.ts'
import { faultsIn } from '../support/past-inboard.ts'
import type { Place } from '../support/places.ts'

const kills = { quick: 1, whole: 100 }
const writers = 16
/** Boards grow with every round. New writers start with empty ones, so that the load stays the same. */
const killsForEachCrowd = 20

/** PostgreSQL is killed under load. Inboard must survive, and work again when PostgreSQL is back. */
export async function killPostgres({ engine, quick, say }: Trial, place: Place): Promise<Outcome> {
  const folder = newFolder()
  const server = await run({ folder, environment: await place.environment(folder) })
  const postgres = await place.postgres()
  const wrong: string[] = []
  let recovery = 0
  let crowd: Writer[] = []
  const tries = quick ? kills.quick : kills.whole
  for (let round = 0; round < tries; round++) {
    if (round % killsForEachCrowd === 0) crowd = await newCrowd(server, round)
    const complain = (what: string) => wrong.push(`Kill ${round + 1} of PostgreSQL: ${what}`)
    const writing = crowd.map((writer) => writer.write(complain))
    await pause(100 + Math.random() * 300)
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

/** A person who writes without pause, and treats a 503 like a server that does not answer. */
class Writer {
  readonly token: string
  /** Whether a 503 is allowed, because PostgreSQL has been killed. Other refusals never are. */
  mayBeRefused = false
  readonly #email: string
  readonly #server: ServerProcess
  readonly #ledger: Ledger

  private constructor(server: ServerProcess, email: string, token: string, ledger: Ledger) {
    this.#server = server
    this.#email = email
    this.token = token
    this.#ledger = ledger
  }

  static async open(server: ServerProcess, email: string): Promise<Writer> {
    const token = await server.signIn(email)
    return new Writer(server, email, token, await Ledger.open(server.client(token)))
  }

  async write(complain: (what: string) => void): Promise<void> {
    this.mayBeRefused = false
    const fetch: typeof globalThis.fetch = async (input, init) => {
      try {
        const response = await checkedFetch(input, { ...init, signal: AbortSignal.timeout(patience) })
        if (response.status !== 503) return response
        if (!this.mayBeRefused) complain(`${this.#email} was refused before it.`)
      } catch (error) {
        complain(`${this.#email} got no proper answer: ${error}`)
      }
      throw new Error('unavailable')
    }
    const client = createClient({ baseUrl: this.#server.url, token: () => this.token, retries: 0, fetch })
    await this.#ledger
      .writeUntilTheEnd(client)
      .catch((error) => complain(`${this.#email} was refused: ${error}`))
  }

  async compare(complain: (what: string) => void): Promise<void> {
    const { board: acknowledged, otherwise } = this.#ledger
    try {
      const { board } = await this.#ledger.read(this.#server.client(this.token))
      if (![acknowledged, otherwise].some((one) => isDeepStrictEqual(one, board)))
        complain(`${this.#email} has lost an acknowledged write, or found half of one.`)
    } catch (error) {
      complain(`${this.#email} is refused after it is back: ${(error as Error).message}`)
    }
  }
}
