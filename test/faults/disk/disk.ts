import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isDeepStrictEqual } from 'node:util'
import type { Client } from '../../../src/client/client.ts'
import { cleanUp, newFolder, run, type ServerProcess } from '../../support/processes/process.ts'
import { codeOfRefusal, eventually } from '../../support/service/inboard.ts'
import { ofSize, type Scenario } from '../scenario.ts'
import { lackOfAttaching } from '../support/strace.ts'
import { type DiskTrouble, failures, mountSmallDisk } from './disk-troubles.ts'

/**
 * The disk is full, read-only or failing for a while: writes are refused, nothing is damaged, the server
 * recovers.
 */
export const disk: Scenario = {
  name: 'disk',
  title: 'Disk full, read-only, failing',
  engines: ['sqlite'],
  lacks: lackOfAttaching,
  async run(trial) {
    const { say } = trial
    const small = mountSmallDisk()
    const wrong: string[] = []
    const rounds = ofSize(trial, { quick: 1, whole: 10 })
    try {
      const broken = await Sufferer.start(newFolder(), wrong)
      for (let round = 0; round < rounds; round++)
        for (const trouble of failures) await broken.suffer(trouble, say)
      await broken.end()
      const crammed = small && (await Sufferer.start(small.folder, wrong))
      for (let round = 0; small && round < rounds; round++) await crammed?.suffer(small.full, say)
      await crammed?.end()
      return {
        tries: broken.tries + (crammed?.tries ?? 0),
        wrong,
        recovery: Math.max(broken.recovery, crammed?.recovery ?? 0),
        measured: small
          ? 'with a disk that is really full'
          : 'no disk could be mounted, so none was really full',
      }
    } finally {
      small?.leave()
      cleanUp()
    }
  },
}

class Sufferer {
  tries = 0
  recovery = 0
  #server: ServerProcess
  readonly #token: string
  readonly #wrong: string[]
  readonly #acknowledged: string[] = []
  #texts = 0

  private constructor(server: ServerProcess, token: string, wrong: string[]) {
    this.#server = server
    this.#token = token
    this.#wrong = wrong
  }

  static async start(folder: string, wrong: string[]): Promise<Sufferer> {
    const server = await run({ folder })
    return new Sufferer(server, await server.signIn('ada@example.com'), wrong)
  }

  async suffer(trouble: DiskTrouble, say: (progress: string) => void): Promise<void> {
    say(`The disk: ${trouble.name}`)
    const complain = (what: string) => this.#wrong.push(`The disk: ${trouble.name}: ${what}`)
    await this.#write()
    const end = await trouble.begin(this.#server)
    try {
      // If reads fail, writes may still succeed, because the pages they need are in SQLite's cache.
      if (trouble.hinders === 'writing') await this.#writeUntilRefused(complain)
      else for (let round = 0; round < 5; round++) await this.#writeAnyhow(complain)
      await this.#read(trouble, complain)
      await end()
      await this.#recover(complain)
    } catch (error) {
      await end()
      complain(`it does not go on: ${error}. ${lastWords(this.#server)}`)
      await this.#server.kill('SIGKILL')
      this.#server = await run({ folder: this.#server.folder })
    }
    await this.#compare(complain)
  }

  async #recover(complain: (what: string) => void): Promise<void> {
    const begun = performance.now()
    await eventually(
      async () => (await this.#write()) === 'accepted' || undefined,
      'writes to be accepted again',
    )
    this.recovery = Math.max(this.recovery, performance.now() - begun)
    for (const code of await this.#writeTogether(8))
      if (code !== 'accepted') complain(`then a write is ${code}.`)
  }

  /** Compares the cards with the acknowledged ones, and removes them for the next fault. */
  async #compare(complain: (what: string) => void): Promise<void> {
    const { cards } = await this.#client.listInboxCards()
    if (!isDeepStrictEqual(cards.map(({ text }) => text).toSorted(), this.#acknowledged.toSorted()))
      complain('what is there afterwards is not what was acknowledged.')
    // From the end, so that none of the others is renumbered, and from the bin too, so that the disk stays small.
    for (const { id } of cards.toReversed()) await this.#client.removeCard({ id })
    await this.#client.emptyBin()
    this.#acknowledged.length = 0
  }

  /** Kills the server, so that it cannot write anything more, and checks the file that is left. */
  async end(): Promise<void> {
    await this.#writeTogether(8)
    await this.#server.kill('SIGKILL')
    const database = new DatabaseSync(join(this.#server.folder, 'inboard.db'))
    const faults = ['pragma integrity_check', 'pragma foreign_key_check'].flatMap((sql) =>
      database.prepare(sql).all(),
    )
    for (const fault of faults)
      if (fault.integrity_check !== 'ok')
        this.#wrong.push(`In the end the file is damaged: ${JSON.stringify(fault)}`)
    const texts = database.prepare('select text from cards').all()
    database.close()
    if (!isDeepStrictEqual(texts.map(({ text }) => text).toSorted(), this.#acknowledged.toSorted()))
      this.#wrong.push('In the end what is in the file is not what was acknowledged.')
  }

  /** Three refused batches in a row: a single write may still fit while a commit that contains several does not. */
  async #writeUntilRefused(complain: (what: string) => void): Promise<void> {
    let refused = 0
    await eventually(async () => {
      const codes = await this.#writeAnyhow(complain)
      refused = codes.includes('accepted') ? 0 : refused + 1
      return refused === 3 || undefined
    }, 'writes to be refused')
  }

  async #writeAnyhow(complain: (what: string) => void): Promise<string[]> {
    const codes = await this.#writeTogether(4)
    for (const code of codes)
      if (code !== 'accepted' && code !== 'unavailable') complain(`a write is answered with ${code}.`)
    return codes
  }

  async #read({ hinders }: DiskTrouble, complain: (what: string) => void): Promise<void> {
    const { status } = await this.#server.request('GET', '/healthz')
    if (status !== 200) complain(`/healthz is ${status}.`)
    const code = await codeOfRefusal(this.#client.listInboxCards())
    if (code !== 'accepted' && (hinders === 'writing' || code !== 'unavailable'))
      complain(`a read is ${code}.`)
  }

  #writeTogether = (count: number) => Promise.all(Array.from({ length: count }, () => this.#write()))

  async #write(): Promise<string> {
    this.tries++
    const text = `${++this.#texts} ${'x'.repeat(1900)}`
    const code = await codeOfRefusal(this.#client.addInboxCard({ text }))
    if (code === 'accepted') this.#acknowledged.push(text)
    return code
  }

  get #client(): Client {
    return this.#server.client(this.#token)
  }
}

const lastWords = ({ stderr }: ServerProcess) => /^\w*Error: .*$/m.exec(stderr())?.[0] ?? ''
