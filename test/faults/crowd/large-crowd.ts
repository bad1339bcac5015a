import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { answerTo } from '../../support/network/raw-http.ts'
import { newFolder, run, type ServerProcess } from '../../support/processes/process.ts'
import { eventually } from '../../support/service/inboard.ts'
import { type Outcome, ofSize, type Trial } from '../scenario.ts'
import type { Place } from '../support/places.ts'
import { type Answered, answeredDuring, compared, p99 } from '../support/steady-load.ts'

const sizes = {
  quick: { slow: 300, idle: 600, milliseconds: 800 },
  whole: { slow: 5_000, idle: 10_000, milliseconds: 20_000 },
}
/** In milliseconds: a response within this time still feels immediate. */
const noticeable = 250

/** Thousands of slow or idle connections and oversized requests must not slow down the other users. */
export async function meetCrowd(trial: Trial, place: Place): Promise<Outcome> {
  const { slow, idle, milliseconds } = ofSize(trial, sizes)
  const folder = newFolder()
  const server = await run({ folder, environment: await place.environment(folder) })
  const client = server.client(await server.signIn('ada@example.com'))
  const wrong: string[] = []
  let oversized = 0
  const without = await answeredDuring(client, () => pause(milliseconds))

  const crowd = await Crowd.come(server, slow, idle)
  trial.say(`${crowd.open} connections`)
  let within: Answered
  try {
    within = await answeredDuring(client, async () => {
      const end = performance.now() + milliseconds
      while (performance.now() < end) {
        wrong.push(...(await sendTooMuch(server)))
        oversized++
      }
    })
  } finally {
    crowd.leave()
  }
  for (const refusal of [...without.refusals, ...within.refusals])
    wrong.push(`A call was refused: ${refusal}`)
  const measured = `${slow + idle} connections: ${compared(within.times, without.times)} them`
  // Times mean nothing while other tests run on the same machine.
  if (trial.size === 'whole' && p99(within.times) > noticeable)
    wrong.push(`People wait because of the crowd. ${measured}.`)
  return { tries: slow + idle + oversized * tooMuch.length, wrong, measured }
}

const json = 'Content-Type: application/json\r\n'
const opening = (path: string) => `POST ${path} HTTP/1.1\r\nHost: localhost\r\n${json}`
const megabyte = 'x'.repeat(1024 * 1024)

const tooMuch: { what: string; bytes: string; status: number }[] = [
  { what: 'a header', bytes: `GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Long: ${megabyte}`, status: 431 },
  {
    what: 'ten thousand headers',
    bytes: `GET /healthz HTTP/1.1\r\nHost: localhost\r\n${'X-Many: yes\r\n'.repeat(10_000)}`,
    status: 431,
  },
  {
    what: 'a body',
    bytes: `${opening('/api/auth/magic-link')}Content-Length: ${megabyte.length}\r\n\r\n${megabyte}`,
    status: 413,
  },
  {
    what: 'a body without an end',
    bytes: `${opening('/api/auth/magic-link')}Transfer-Encoding: chunked\r\n\r\n100000\r\n${megabyte}\r\n`,
    status: 413,
  },
]

async function sendTooMuch({ url }: ServerProcess): Promise<string[]> {
  const answers = await Promise.all(
    tooMuch.map(async ({ what, bytes, status }) => {
      const got = await answerTo(url, bytes).then((answer) => answer.status, String)
      return got === status
        ? []
        : [`${what} that is too large is answered with ${got}; it should be ${status}.`]
    }),
  )
  return answers.flat()
}

class Crowd {
  open = 0
  readonly #process: ChildProcess

  private constructor(port: number, slow: number, idle: number) {
    const file = join(import.meta.dirname, 'crowd-of-connections.ts')
    this.#process = fork(file, [port, slow, idle].map(String), { execArgv: [] })
    this.#process.on('message', (open) => {
      this.open = Number(open)
    })
  }

  static async come({ port }: ServerProcess, slow: number, idle: number): Promise<Crowd> {
    const crowd = new Crowd(port, slow, idle)
    // Not all of them, because at any moment some are being reopened.
    const isComplete = () => crowd.open > 0.95 * (slow + idle) || undefined
    await eventually(isComplete, 'the crowd').catch(() => {
      crowd.leave()
      throw new Error(
        `Only ${crowd.open} of ${slow + idle} connections came about. ` +
          'Each process needs as many open files (ulimit -n), and a few hundred more.',
      )
    })
    return crowd
  }

  leave(): void {
    this.#process.kill('SIGKILL')
  }
}
