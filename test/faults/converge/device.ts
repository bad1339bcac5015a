import { eventually } from '../../support/inboard.ts'
import type { Chance } from '../support/chance.ts'
import { Courier } from './courier.ts'
import { EventStream } from './event-stream.ts'
import type { Asked, History } from './history.ts'
import type { Instances } from './instances.ts'
import type { Operation } from './operation.ts'
import { portraitOf } from './portrait.ts'
import { type Changes, Replica } from './replica.ts'
import { Whims } from './whims.ts'

/** A stretch of time at whose end everything is compared. */
export interface Round {
  isOver(): boolean
  /** Counts operations that have been answered. */
  count(operations: number): void
}

/** How much a device does at most before it tells the server. */
const mostOffline = 12
const largestBatch = 6
const remembered = 30

/** One of the devices of a person: what it shows, and what it has yet to send. */
export class Device {
  readonly name: string
  readonly courier: Courier
  replica = new Replica()
  readonly #instances: Instances
  readonly #token: string
  readonly #history: History
  readonly #chance: Chance
  readonly #whims: Whims
  #outbox: Operation[] = []
  #past: Operation[] = []
  #stream: EventStream | undefined
  /** What went wrong while events came in, for whoever waits for them. */
  #fault: unknown

  constructor(
    name: string,
    instances: Instances,
    token: string,
    history: History,
    chance: Chance,
    foreign: () => string | undefined,
  ) {
    this.name = name
    this.courier = new Courier(instances, token, history, chance)
    this.#instances = instances
    this.#token = token
    this.#history = history
    this.#chance = chance
    this.#whims = new Whims(name, chance, () => this.replica, foreign)
  }

  /** Works until the round is over. What has not been sent by then is sent in another round. */
  async live(round: Round): Promise<void> {
    while (!round.isOver()) {
      this.workOffline()
      await this.#drain(round)
      if (!this.#chance.oneIn(4)) await this.#catchUp()
    }
  }

  workOffline(): void {
    for (let n = this.#chance.below(mostOffline); n >= 0; n--) this.#outbox.push(this.#whims.next())
  }

  /** Does one thing more, so that there is always news for the others; at the very end it sends everything. */
  async finish(isLast: boolean): Promise<void> {
    const operations = [...(isLast ? this.#outbox.splice(0) : []), this.#whims.next()]
    for (const operation of operations) await this.courier.send(operation, true)
  }

  /** For now and then: whoever listens must hear of everything, from whichever instance it comes. */
  listenIfLucky(): void {
    if (!this.#stream && this.replica.seq !== undefined && this.#chance.oneIn(2))
      this.#openStream(this.replica.seq)
  }

  async #drain(round: Round): Promise<void> {
    const chance = this.#chance
    while (this.#outbox.length > 0 && !round.isOver()) {
      const operations = this.#outbox.splice(0, chance.oneIn(3) ? 1 + chance.below(largestBatch) : 1)
      const [first] = operations as [Operation]
      if (operations.length > 1) await this.courier.sendBatch(operations, false)
      else await this.courier.send(first, false)
      this.#past = [...this.#past, ...operations].slice(-remembered)
      round.count(operations.length)
      // Long after it was answered, as a proxy or an impatient person might.
      if (chance.oneIn(15)) await this.courier.send(chance.pick(this.#past), false)
    }
    if (this.#outbox.length === 0) this.#whims.forget()
  }

  async #catchUp(): Promise<void> {
    const chance = this.#chance
    if (chance.oneIn(30)) this.#beginAgain()
    if (chance.oneIn(8)) this.#switch()
    await this.hearAll()
  }

  /** Brings the replica up to date, by the stream if there is one. */
  async hearAll(): Promise<void> {
    if (this.#stream) await this.#listen(this.#stream)
    else await this.#pull()
  }

  /** Forgets everything: to read it as a whole, or as what has changed since nothing was there. */
  #beginAgain(): void {
    this.#closeStream()
    this.replica = new Replica()
    if (this.#chance.oneIn(2)) this.replica.seq = 0
  }

  #switch(): void {
    if (this.#stream) this.#closeStream()
    else if (this.replica.seq !== undefined) this.#openStream(this.replica.seq)
  }

  #openStream(since: number): void {
    const { server } = this.#instances.pick(this.#chance)
    this.#stream = new EventStream(server.url, this.#token, since, (page) => {
      try {
        this.#apply(page, { tick: 0, known: 0, at: 0 })
      } catch (error) {
        this.#fault = error
      }
    })
  }

  #closeStream(): void {
    this.#stream?.close()
    this.#stream = undefined
  }

  /** Waits for everything that anybody has heard of to arrive by the stream. */
  async #listen(stream: EventStream): Promise<void> {
    const { known } = this.#history
    const hasArrived = () => (this.replica.seq ?? 0) >= known || stream.isClosed || undefined
    await eventually(hasArrived, `event ${known}`)
    if (this.#fault) throw this.#fault
    if (!stream.isClosed) return
    this.#closeStream()
    await this.#pull()
  }

  async #pull(): Promise<void> {
    // A number that the account has not reached is what a device has after a backup was restored.
    if (this.#chance.oneIn(100)) this.replica.seq = this.#history.known + 1_000_000
    const asked = this.#history.now()
    while (!(await this.#readPage(asked)));
  }

  /** Resolves to whether that was the last one. */
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

  async #get(path: string) {
    try {
      const { connections } = this.#instances.pick(this.#chance)
      const answer = await connections.request('GET', path, { token: this.#token })
      return answer.status === 503 && this.#instances.mayBeUnavailable ? undefined : answer
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error
      return undefined
    }
  }

  #apply(page: Changes, asked: Asked): void {
    for (const status of page.statuses) this.#history.columns.learn(status)
    this.#history.see({ cards: page.cards, projects: page.projects })
    const wrong = this.replica.apply(page)
    this.#history.wrong.push(...wrong.map((sentence) => `${this.name}: ${sentence}`))
    if (page.more) return
    const portrait = portraitOf(this.#account(), this.#history.columns)
    this.#history.read({ seq: page.seq, portrait, by: this.name }, asked)
  }

  #account() {
    const { projects, statuses, cards } = this.replica
    return { projects: projects.values(), statuses: statuses.values(), cards: cards.values() }
  }
}
