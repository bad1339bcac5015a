import type { Chance } from '../../support/machine/chance.ts'
import { eventually } from '../../support/service/inboard.ts'
import { EventStream } from './event-stream.ts'
import type { Asked, History } from './history.ts'
import type { Instances } from './instances.ts'
import { portraitOf } from './portrait.ts'
import { type Changes, Replica } from './replica.ts'

/** Keeps the replica of a device up to date: polls for changes, or follows events. */
export class Follower {
  replica = new Replica()
  readonly #name: string
  readonly #instances: Instances
  readonly #token: string
  readonly #history: History
  readonly #chance: Chance
  #stream: EventStream | undefined
  /** Errors that occurred while events came in. */
  #fault: unknown

  constructor(name: string, instances: Instances, token: string, history: History, chance: Chance) {
    this.#name = name
    this.#instances = instances
    this.#token = token
    this.#history = history
    this.#chance = chance
  }

  /** Catches up with everything that anybody has received. */
  async catchUp(): Promise<void> {
    if (this.#stream) await this.#listen(this.#stream)
    else await this.#pull()
  }

  /** From time to time, another way is used. */
  change(): void {
    const chance = this.#chance
    if (chance.oneIn(30)) this.#beginAgain()
    if (!chance.oneIn(8)) return
    if (this.#stream) this.#close()
    else this.listen()
  }

  /** Continues by events, from the known state. */
  listen(): void {
    const { seq } = this.replica
    if (this.#stream || seq === undefined) return
    const { server } = this.#instances.pick(this.#chance)
    this.#stream = new EventStream(server.url, this.#token, seq, (page) => {
      try {
        // Events may be late, so it cannot be said what they must have seen.
        this.#apply(page, { tick: 0, known: 0, at: 0 })
      } catch (error) {
        this.#fault = error
      }
    })
  }

  /** Continues from a state that was known before. */
  goBackTo(replica: Replica): void {
    this.#close()
    this.replica = replica
  }

  /** Forgets everything: reads the whole account, or the changes since nothing existed. */
  #beginAgain(): void {
    this.goBackTo(new Replica())
    if (this.#chance.oneIn(2)) this.replica.seq = 0
  }

  #close(): void {
    this.#stream?.close()
    this.#stream = undefined
  }

  async #listen(stream: EventStream): Promise<void> {
    const { known } = this.#history
    const hasArrived = () => (this.replica.seq ?? 0) >= known || stream.isClosed || undefined
    await eventually(hasArrived, `event ${known}`)
    if (this.#fault) throw this.#fault
    if (!stream.isClosed) return
    this.#close()
    await this.#pull()
  }

  async #pull(): Promise<void> {
    // After a backup was restored, a device has a number that the account has not reached.
    if (this.#chance.oneIn(100)) this.replica.seq = this.#history.known + 1_000_000
    const asked = this.#history.now()
    while (!(await this.#readPage(asked)));
  }

  /** Resolves to true if that was the last page. */
  async #readPage(asked: Asked): Promise<boolean> {
    const { seq } = this.replica
    const path = seq === undefined ? '/api/changes' : `/api/changes?since=${seq}`
    const answer = await eventually(async () => {
      await this.#instances.whole()
      return await this.#get(path)
    }, 'the feed')
    if (answer.status === 410 && seq !== undefined && seq > this.#history.known) {
      this.replica = new Replica()
      return false
    }
    if (answer.status !== 200) throw new Error(`GET ${path} was answered ${answer.status}: ${answer.text}`)
    this.#apply(answer.body, asked)
    return !answer.body.more
  }

  /** Resolves to undefined if there is no response while something is being killed. */
  async #get(path: string) {
    try {
      const { connections } = this.#instances.pick(this.#chance)
      const answer = await connections.request('GET', path, { token: this.#token })
      const isPassing = answer.status === 408 || (answer.status === 503 && this.#instances.mayBeUnavailable)
      return isPassing ? undefined : answer
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error
      return undefined
    }
  }

  #apply(page: Changes, asked: Asked): void {
    const { projects, statuses, cards } = this.replica
    for (const status of page.statuses) this.#history.columns.learn(status)
    this.#history.see({ cards: page.cards, projects: page.projects })
    const wrong = this.replica.apply(page)
    this.#history.wrong.push(...wrong.map((sentence) => `${this.#name}: ${sentence}`))
    if (page.more) return
    const account = { projects: projects.values(), statuses: statuses.values(), cards: cards.values() }
    const portrait = portraitOf(account, this.#history.columns)
    this.#history.read({ seq: page.seq, portrait, by: this.#name }, asked)
  }
}
