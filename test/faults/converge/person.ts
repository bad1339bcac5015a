import type { Chance } from '../../support/machine/chance.ts'
import { Device, type Round } from './device.ts'
import { explain } from './explain.ts'
import { History } from './history.ts'
import type { Instances } from './instances.ts'
import { Model } from './model.ts'
import { Columns, difference, portraitOf, portraitOfModel } from './portrait.ts'
import { binDifference, disorderIn, readServer, replicaDifference } from './server-state.ts'
import { remember } from './walk.ts'

/** Someone with several devices, and the model of their account. */
export class Person {
  readonly name: string
  readonly devices: Device[]
  readonly #instances: Instances
  readonly #token: string
  readonly #chance: Chance
  readonly #history: History
  #model: Model
  /** The number that the account was at when it was last compared. */
  #seq = 0
  /** The devices that are out of reach for the present round. */
  #asleep = new Set<Device>()

  constructor(
    name: string,
    instances: Instances,
    token: string,
    chances: { person: Chance; devices: Chance[] },
    foreign: () => string | undefined,
  ) {
    this.name = name
    this.#instances = instances
    this.#token = token
    this.#chance = chances.person
    const columns = new Columns()
    this.#history = new History(columns)
    this.#model = new Model(columns)
    this.devices = chances.devices.map(
      (chance, n) => new Device(`${name}-${n}`, instances, token, this.#history, chance, foreign),
    )
  }

  /**
   * All devices work until the round is over. Some are offline all the while, and send what they did in a
   * later one.
   */
  async live(round: Round, isLast: boolean): Promise<void> {
    const isAsleep = () => !isLast && this.#chance.oneIn(4)
    this.#asleep = new Set(this.devices.slice(1).filter(isAsleep))
    for (const device of this.#asleep) device.workOffline()
    await Promise.all(this.#awake().map((device) => device.live(round)))
  }

  /**
   * Finds out what became of everything that got no answer. Nothing that was sent before can take effect any
   * more.
   */
  async settle(isLast: boolean): Promise<void> {
    const [first] = this.devices as [Device]
    for (const device of this.#awake()) device.prepareToFinish()
    const lost = [...this.#history.lost].filter(({ isKeyless }) => !isKeyless)
    for (const operation of lost) await first.courier.send(operation, true)
    await Promise.all(this.#awake().map((device) => device.finish(isLast)))
    await Promise.all(this.#awake().map((device) => device.catchUp()))
  }

  /** Compares model, server and replicas. Returns a sentence for each difference. */
  async compare(): Promise<string[]> {
    const history = this.#history
    const state = await readServer(this.#instances.pick(this.#chance), this.#token)
    history.see(state)
    const binned = await this.#instances.binned()
    history.lookIntoBin(binned.filter(({ owner_id }) => owner_id === state.ownerId))
    const explanation = explain(this.#model, this.#seq, state.seq, history)
    const wrong = [...history.wrong.splice(0), ...disorderIn(state)]
    for (const device of this.#awake())
      wrong.push(...replicaDifference(device.replica, state).map((what) => `${device.name} ${what}`))
    if (typeof explanation === 'string') return [explanation, ...wrong]

    const { model } = explanation
    const [found, expected] = [portraitOf(state, history.columns), portraitOfModel(model)]
    if (found !== expected) wrong.push(`The server has ${difference(found, expected)}.`)
    wrong.push(...binDifference(state, model))
    remember(explanation)
    this.#model = model
    this.#seq = state.seq
    history.forget()
    return wrong
  }

  get seq(): number {
    return this.#seq
  }

  #awake = () => this.devices.filter((device) => !this.#asleep.has(device))
}
