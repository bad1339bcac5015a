import type { Card } from '../../../src/contract/card.ts'
import { cardOf } from '../../support/models/things.ts'
import { explain } from './explain.ts'
import { type Answer, History } from './history.ts'
import { binOf, Model } from './model.ts'
import type { ModelCard } from './model-things.ts'
import type { Deed, Operation } from './operation.ts'
import { Columns, portraitOfModel } from './portrait.ts'
import { remember } from './walk.ts'

const later = Date.now() + 3_600_000

/** The responses of a correct server to a person with an inbox, for the tests to falsify. */
export class Story {
  readonly history: History
  readonly #columns = new Columns()
  #before = new Model(this.#columns)
  #from = 0
  #model = new Model(this.#columns)
  #seq = 0

  constructor() {
    this.history = new History(this.#columns)
  }

  /** A new operation that is carried out and answered. */
  do(deed: Deed, ifMatch?: number): Operation {
    const operation = this.operation(deed, ifMatch)
    const asked = this.history.ask(operation)
    this.#carryOut(operation)
    this.answer(operation, { asked, seq: this.#seq, isRepetition: false })
    return operation
  }

  /** One whose answer gets lost. */
  doUnheard(deed: Deed): Operation {
    const operation = this.operation(deed)
    this.history.ask(operation)
    this.#carryOut(operation)
    this.history.lost.add(operation)
    return operation
  }

  operation(deed: Deed, ifMatch?: number): Operation {
    const number = String(this.#seq * 100 + this.history.firstAsked.size).padStart(12, '0')
    return { key: `00000000-0000-4000-8000-${number}`, deed, ...(ifMatch !== undefined && { ifMatch }) }
  }

  answer(operation: Operation, given: Partial<Answer>): void {
    const { deed, key } = operation
    const id = deed.kind === 'add card' ? key : deed.kind === 'edit card' ? deed.id : ''
    const card = this.#model.cards.has(id) && this.card(id)
    const status = card ? (deed.kind === 'add card' ? 201 : 200) : 204
    const shown = card && (given.status ?? status) < 400 ? { card } : {}
    this.history.hear({ operation, asked: this.history.ask(operation), status, ...given }, shown)
  }

  read(): void {
    const reading = { seq: this.#seq, portrait: portraitOfModel(this.#model), by: 'a device' }
    this.history.read(reading, this.history.now())
  }

  lookIntoBin(): void {
    this.history.binned = binOf(this.#model)
  }

  card = (id: string): Card => toCard(this.#model.cards.get(id) as ModelCard)

  get seq(): number {
    return this.#seq
  }

  /** Whether the history leads to the right end; if there is no explanation for it, the reason. */
  explain(to = this.#seq): boolean | string {
    const found = explain(this.#before, this.#from, to, this.history)
    return typeof found === 'string' ? found : wholeOf(found.model) === wholeOf(this.#model)
  }

  /** Explains the round that is over, and begins the next one. */
  nextRound(): void {
    const found = explain(this.#before, this.#from, this.#seq, this.history)
    if (typeof found === 'string') throw new Error(found)
    remember(found)
    this.#before = found.model
    this.#from = this.#seq
    this.history.forget()
  }

  #carryOut(operation: Operation): void {
    const plan = this.#model.plan(operation, ++this.#seq)
    if ('refusal' in plan || !plan.change) throw new Error('The story itself is wrong.')
    plan.change()
  }
}

const wholeOf = (model: Model) => `${portraitOfModel(model)}\n${[...binOf(model)]}`

function toCard({ id, text, complete, position, revision }: ModelCard): Card {
  const updated_at = new Date(later + revision).toISOString()
  const created_at = new Date(later).toISOString()
  return cardOf(id, position, { text, complete, revision, created_at, updated_at })
}
