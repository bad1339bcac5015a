import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../../../src/client/client.ts'
import type { ServerProcess } from '../../support/processes/process.ts'
import { patience } from '../../support/service/inboard.ts'
import { ofSize, type Scenario, type Trial } from '../scenario.ts'
import { served } from '../support/served.ts'
import type { Attack, Targets } from './attack.ts'
import type { Result } from './attacker.ts'
import { attacks } from './attacks.ts'
import { Beside } from './beside.ts'
import { longestOf, medianOf, noticed, told } from './judged.ts'
import { watchMemory } from './memory.ts'
import type { Times } from './neighbour.ts'
import { fillTargets } from './targets.ts'

/** In milliseconds: how long each attack lasts, and the quiet before it. */
const length = { attack: { quick: 300, whole: 5000 }, quiet: { quick: 20, whole: 2000 } }
/**
 * In milliseconds: an answer within this time shows that nobody has to wait. On a busy machine any answer
 * will do.
 */
const soon = { quick: Number.POSITIVE_INFINITY, whole: 30 }
/** In megabytes. While other tests run on the same machine, garbage is collected later. */
const mostMemory = { quick: 800, whole: 512 }
/** The machine may be busy for a moment, so only repeated delays count. */
const attempts = 2

/**
 * In milliseconds: after it, the server looks whether anything was read since. Nothing twice in a row, and it
 * closes.
 */
const silence = 30_000

/** One account that is as full as allowed, or twenty, try everything to slow down the others. */
export const hostile: Scenario = {
  name: 'hostile',
  title: 'Full accounts do their worst on 8 connections and more',
  engines: ['sqlite', 'postgres'],
  run: (trial) =>
    served(trial, {}, async ({ server, beside }) => {
      const targets = await fillTargets(server, beside, trial)
      const token = await server.signIn('neighbour@example.com')
      const measuring = new Measuring(server, targets, trial, token)
      await measuring.begin()
      const chosen = process.env.HOSTILE_ATTACKS?.split(',')
      try {
        for (const attack of attacks.filter(({ name }) => chosen?.includes(name) ?? true))
          await measuring.measure(attack)
      } finally {
        await measuring.end()
      }
      const wrong = [...measuring.wrong, ...(await closesUnread(server, targets))]
      const { tries, recovery, worst } = measuring
      const measured =
        `medians at most ${worst.read.toFixed(1)} ms (read) and ${worst.create.toFixed(1)} ms (create);` +
        ` longest ${worst.longest.toFixed(0)} ms; ${worst.memory} MB`
      return { tries, wrong, recovery, measured }
    }),
}

class Measuring {
  readonly wrong: string[] = []
  readonly worst = { read: 0, create: 0, longest: 0, memory: 0 }
  tries = 0
  recovery = 0
  readonly #server: ServerProcess
  readonly #targets: Targets
  readonly #trial: Trial
  readonly #token: string
  readonly #memory
  #neighbour: Beside | undefined

  constructor(server: ServerProcess, targets: Targets, trial: Trial, token: string) {
    this.#server = server
    this.#targets = targets
    this.#trial = trial
    this.#token = token
    this.#memory = watchMemory(server)
  }

  async begin(): Promise<void> {
    this.#neighbour = await Beside.start('neighbour.ts', { port: this.#server.port, token: this.#token })
  }

  async end(): Promise<void> {
    this.#memory.stop()
    await this.#neighbour?.stop()
  }

  async measure(attack: Attack): Promise<void> {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const slow = await this.#attempt(attack)
      // Times mean nothing while other tests run on the same machine.
      if (slow.length === 0 || this.#trial.size !== 'whole') return
      if (attempt === attempts) this.wrong.push(...slow.map((one) => `${attack.name}: ${one}.`))
    }
  }

  /** Resolves to the requests that took too long. */
  async #attempt(attack: Attack): Promise<string[]> {
    // Measured each time, because the load of the machine and the database changes by the minute.
    const quiet = await this.#times(length.quiet)
    const { port } = this.#server
    const attacker = await Beside.start('attacker.ts', { port, attack: attack.name, targets: this.#targets })
    this.#memory.take()
    const meanwhile = await this.#times(length.attack)
    const memory = this.#memory.take()
    const { statuses, closed } = await attacker.ask<Result>({})
    await attacker.stop()
    const recovery = await calm(this.#server.client(this.#token), this.#trial)
    this.recovery = Math.max(this.recovery, recovery)
    if (recovery > patience) this.wrong.push(`${attack.name}: it is not over when the attacker has gone.`)
    const slow = noticed(meanwhile, quiet)

    this.#trial.say(
      `${attack.name}: ${told(meanwhile)}; quiet ${told(quiet)}; RSS ${memory.resident} MB (${memory.parts.join(' + ')}), PSS ${memory.proportional} MB;` +
        ` ${JSON.stringify(statuses)}, ${closed} closed; load ${loadavg()[0]?.toFixed(1)}${slow.length > 0 ? '; SLOW' : ''}`,
    )
    this.tries += closed + Object.values(statuses).reduce((sum, count) => sum + count, 0)
    const { worst } = this
    worst.read = Math.max(worst.read, medianOf(meanwhile, 'read'))
    worst.create = Math.max(worst.create, medianOf(meanwhile, 'create'))
    worst.longest = Math.max(worst.longest, longestOf(meanwhile))
    worst.memory = Math.max(worst.memory, memory.resident)
    for (const refusal of [...quiet.refusals, ...meanwhile.refusals])
      this.wrong.push(`${attack.name}: a neighbour is refused: ${refusal}`)
    if (memory.resident > ofSize(this.#trial, mostMemory))
      this.wrong.push(
        `${attack.name}: the processes take ${memory.resident} MB (${memory.parts.join(' + ')}).`,
      )
    return slow
  }

  /** The neighbour's report after this many milliseconds. */
  async #times(milliseconds: { quick: number; whole: number }): Promise<Times> {
    if (!this.#neighbour) throw new Error('It has not begun.')
    await this.#neighbour.ask({})
    await pause(ofSize(this.#trial, milliseconds))
    return await this.#neighbour.ask<Times>({})
  }
}

/** Resolves to the time until the consequences of an attack were over, in milliseconds. */
async function calm(client: Client, trial: Trial): Promise<number> {
  const begun = performance.now()
  for (let calls = 0; calls < 10 && performance.now() - begun <= patience; ) {
    const asked = performance.now()
    const { card } = await client.addInboxCard({ text: 'Is it over?' })
    calls = performance.now() - asked < ofSize(trial, soon) ? calls + 1 : 0
    await client.removeCard({ id: card.id })
  }
  return performance.now() - begun
}

/** A connection that asks for much and reads nothing must be closed. */
async function closesUnread({ port }: ServerProcess, { bin }: Targets): Promise<string[]> {
  const socket = connect(port, '127.0.0.1').pause()
  socket.on('error', () => {})
  await once(socket, 'connect')
  const { localPort } = socket
  socket.write(`GET /api/bin HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${bin.token}\r\n\r\n`)
  const end = performance.now() + 4 * silence
  while (isOpen(port, localPort) && performance.now() < end) await pause(250)
  const isStillOpen = isOpen(port, localPort)
  socket.destroy()
  return isStillOpen ? ['A connection that is not read stays open.'] : []
}

/** True if the server's end of a connection is open. A client that does not read doesn't notice its end. */
function isOpen(server: number, client: number | undefined): boolean {
  const hex = (port: number | undefined) => (port ?? 0).toString(16).toUpperCase().padStart(4, '0')
  // Local and remote address, and the state: 01 is "established".
  const line = new RegExp(`^ *\\d+: \\w+:${hex(server)} \\w+:${hex(client)} 01 `, 'm')
  return ['/proc/net/tcp', '/proc/net/tcp6'].some((file) => line.test(readFileSync(file, 'utf8')))
}
