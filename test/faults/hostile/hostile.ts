import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../../../src/client/client.ts'
import type { ServerProcess } from '../../support/processes/process.ts'
import { patience } from '../../support/service/inboard.ts'
import { ofSize, type Scenario, type Trial } from '../scenario.ts'
import { served } from '../support/served.ts'
import { answeredDuring, p99 } from '../support/steady-load.ts'
import type { Order } from './attacker.ts'
import { type Attack, attacks, type Targets } from './attacks.ts'
import { fillTargets } from './targets.ts'

/** In milliseconds: how long each attack lasts, and the quiet before it. */
const length = { quick: 500, whole: 12_000 }
/** In milliseconds: by how much it may slow down the others, and how long any of them may wait. */
const most = { more: 60, wait: 500 }
/** In milliseconds: an answer within this time shows that nobody has to wait. On a busy machine any answer will do. */
const soon = { quick: Number.POSITIVE_INFINITY, whole: 30 }
/** In megabytes. While the rest of `npm test` runs on the same machine, garbage waits longer to be collected. */
const mostMemory = { quick: 600, whole: 400 }

/** In milliseconds: after it, the server looks whether anything was read since. Nothing twice in a row, and it closes. */
const silence = 30_000

/** One account, as full as it may be, does whatever it can to make the others wait. */
export const hostile: Scenario = {
  name: 'hostile',
  title: 'A full account does its worst on 8 connections and more',
  engines: ['sqlite', 'postgres'],
  run: (trial) =>
    served(trial, {}, async ({ server, beside }) => {
      const targets = await fillTargets(server, beside)
      const neighbour = server.client(await server.signIn('neighbour@example.com'))
      const wrong: string[] = []
      const memory = watchMemory(server)
      let [worst, longest, largest, recovery] = [0, 0, 0, 0]
      let tries = 0
      const chosen = process.env.HOSTILE_ATTACKS?.split(',')
      for (const attack of attacks.filter(({ name }) => chosen?.includes(name) ?? true)) {
        // Each time anew: what the machine and the database are busy with besides changes by the minute.
        const alone = await timed(neighbour, trial)
        const attacker = await Attacker.begin(server, attack, targets)
        memory.reset()
        const meanwhile = await timed(neighbour, trial)
        const { answered, closed } = await attacker.stop()
        recovery = Math.max(recovery, await calm(neighbour, trial))
        tries += answered + closed
        const more = meanwhile.p99 - alone.p99
        trial.say(
          `${attack.name}: ${told(meanwhile)}; alone ${told(alone)}; ${memory.peak()} MB, ${answered} answered, ${closed} closed`,
        )
        worst = Math.max(worst, more)
        longest = Math.max(longest, meanwhile.longest)
        largest = Math.max(largest, memory.peak())
        for (const refusal of meanwhile.refusals)
          wrong.push(`${attack.name}: a neighbour is refused: ${refusal}`)
        if (memory.peak() > ofSize(trial, mostMemory))
          wrong.push(`${attack.name}: the process takes ${memory.peak()} MB.`)
        // Times mean nothing while the rest of `npm test` runs on the same machine.
        const isSlow = more > most.more || meanwhile.longest > Math.max(most.wait, alone.longest)
        if (trial.size === 'whole' && isSlow)
          wrong.push(`${attack.name}: others wait, ${told(meanwhile)}; alone it is ${told(alone)}.`)
      }
      memory.stop()
      wrong.push(...(await closesUnread(server, targets)))
      const measured = `p99 at most ${worst.toFixed(0)} ms more than alone; longest ${longest.toFixed(0)} ms; ${largest} MB`
      return { tries, wrong, recovery, measured }
    }),
}

async function timed(client: Client, trial: Trial) {
  const milliseconds = ofSize(trial, length)
  const { times, refusals } = await answeredDuring(client, () => pause(milliseconds))
  return { p99: p99(times), longest: Math.max(0, ...times), count: times.length, refusals }
}

/** Resolves to how long it took until what the attacker has left behind was over, in milliseconds. */
async function calm(client: Client, trial: Trial): Promise<number> {
  const begun = performance.now()
  for (let calls = 0; calls < 10; ) {
    const asked = performance.now()
    await client.readMe()
    calls = performance.now() - asked < ofSize(trial, soon) ? calls + 1 : 0
    if (performance.now() - begun > patience) throw new Error('It is not over when the attacker has gone.')
  }
  return performance.now() - begun
}

const told = ({ p99, longest, count }: Awaited<ReturnType<typeof timed>>) =>
  `p99 ${p99.toFixed(1)} ms, at most ${longest.toFixed(0)} ms, ${count} calls`

class Attacker {
  readonly #process: ChildProcess

  private constructor({ port }: ServerProcess, { name }: Attack, targets: Targets) {
    const file = join(import.meta.dirname, 'attacker.ts')
    this.#process = fork(file, { execArgv: [] })
    this.#process.send({ port, attack: name, targets } satisfies Order)
  }

  /** A process takes a while to start, and on a busy machine longer than a quick attack lasts. */
  static async begin(server: ServerProcess, attack: Attack, targets: Targets): Promise<Attacker> {
    const attacker = new Attacker(server, attack, targets)
    await once(attacker.#process, 'message')
    return attacker
  }

  async stop(): Promise<{ answered: number; closed: number; open: number }> {
    const told = once(this.#process, 'message')
    this.#process.send('stop')
    const [counts] = await told
    this.#process.kill('SIGKILL')
    await once(this.#process, 'exit')
    return counts
  }
}

/** The memory of a process, in megabytes. */
function watchMemory({ child }: ServerProcess) {
  let peak = 0
  const look = () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? []
    peak = Math.max(peak, Math.round((Number(kilobytes) * 1024) / 1_000_000))
  }
  const timer = setInterval(look, 50)
  return {
    reset() {
      peak = 0
      look()
    },
    peak: () => peak,
    stop: () => clearInterval(timer),
  }
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

/** Whether the server's end of a connection is open. Whoever does not read does not hear of its end. */
function isOpen(server: number, client: number | undefined): boolean {
  const hex = (port: number | undefined) => (port ?? 0).toString(16).toUpperCase().padStart(4, '0')
  // Local and remote address, and the state: 01 is "established".
  const line = new RegExp(`^ *\\d+: \\w+:${hex(server)} \\w+:${hex(client)} 01 `, 'm')
  return ['/proc/net/tcp', '/proc/net/tcp6'].some((file) => line.test(readFileSync(file, 'utf8')))
}
