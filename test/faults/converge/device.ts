import type { Chance } from '../../support/machine/chance.ts'
import { Courier } from './courier.ts'
import { Disk } from './disk.ts'
import { Follower } from './follower.ts'
import type { History } from './history.ts'
import type { Instances } from './instances.ts'
import type { Operation } from './operation.ts'
import type { Replica } from './replica.ts'
import { Whims } from './whims.ts'

/** A period at whose end everything is compared. */
export interface Round {
  isOver(): boolean
  /** Counts answered operations. */
  count(operations: number): void
}

/** The most that a device does before it tells the server. */
const mostOffline = 12
const largestBatch = 6
const remembered = 30

/** A device of a person: the state that it shows, and its unsent operations. */
export class Device {
  readonly name: string
  readonly courier: Courier
  readonly #follower: Follower
  readonly #chance: Chance
  readonly #whims: Whims
  readonly #disk: Disk
  #outbox: Operation[] = []
  #past: Operation[] = []
  /** Operations sent without a key. */
  readonly #spent = new WeakSet<Operation>()

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
    this.#follower = new Follower(name, instances, token, history, chance)
    this.#chance = chance
    this.#disk = new Disk(chance)
    this.#whims = new Whims(name, chance, () => this.replica, foreign)
  }

  get replica(): Replica {
    return this.#follower.replica
  }

  /** Works until the round is over. The remaining operations are sent in another round. */
  async live(round: Round): Promise<void> {
    while (!round.isOver()) {
      this.workOffline()
      await this.#drain(round)
      if (this.#chance.oneIn(10)) this.#restart()
      if (this.#chance.oneIn(4)) continue
      this.#follower.change()
      await this.#follower.catchUp()
    }
  }

  workOffline(): void {
    for (let n = this.#chance.below(mostOffline); n >= 0; n--) this.#outbox.push(this.#whims.next())
    this.#write()
  }

  #write(): void {
    this.#disk.write(this.#outbox, this.replica)
  }

  /**
   * Starts with what is on its disk: it shows less than it did, and sends again what it does not know to be
   * answered.
   */
  #restart(): void {
    const { outbox, replica } = this.#disk.read()
    // Without a key, only a person could send it again.
    this.#outbox = outbox.filter((operation) => hasKey(operation) || !this.#spent.has(operation))
    this.#follower.goBackTo(replica)
  }

  /** Some devices follow while the others finish. They must receive everything, whichever instance it comes from. */
  prepareToFinish(): void {
    if (this.#chance.oneIn(2)) this.#follower.listen()
  }

  /** Does one more thing, so that there is always something to receive. At the very end it sends everything. */
  async finish(isLast: boolean): Promise<void> {
    const operations = [...(isLast ? this.#outbox.splice(0) : []), this.#whims.next()]
    for (const operation of operations) await this.courier.send(operation, true)
  }

  catchUp = (): Promise<void> => this.#follower.catchUp()

  async #drain(round: Round): Promise<void> {
    const chance = this.#chance
    while (this.#outbox.length > 0 && !round.isOver()) {
      const operations = this.#nextToSend()
      const [first] = operations as [Operation]
      if (!hasKey(first)) this.#spent.add(first)
      if (operations.length > 1) await this.courier.sendBatch(operations, false)
      else await this.courier.send(first, false)
      this.#past = [...this.#past, ...operations].filter(hasKey).slice(-remembered)
      this.#write()
      round.count(operations.length)
      // Long after the response, as a proxy or an impatient person might.
      const late = chance.oneIn(15) ? chance.pick(this.#past) : undefined
      if (late) await this.courier.send(late, false)
    }
    if (this.#outbox.length === 0) this.#whims.forget()
  }

  /** One, or a batch of those that may be repeated. */
  #nextToSend(): Operation[] {
    const most = this.#chance.oneIn(3) ? 1 + this.#chance.below(largestBatch) : 1
    const stop = this.#outbox.findIndex((operation) => !hasKey(operation))
    return this.#outbox.splice(0, Math.max(1, stop < 0 ? most : Math.min(most, stop)))
  }
}

const hasKey = ({ isKeyless }: Operation) => !isKeyless
