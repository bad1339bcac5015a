import type { Chance } from '../../support/machine/chance.ts'
import { eventually, type Answer as HttpAnswer } from '../../support/service/inboard.ts'
import type { Asked, History } from './history.ts'
import type { Instance, Instances } from './instances.ts'
import { type Operation, requestOf, tagOf, told } from './operation.ts'

interface BatchResult {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the body of any endpoint
  body: any
  seq?: number
}

interface Sending {
  /** Disconnects before the response. */
  hangUp?: boolean
}

/** Sends the operations of one account, and records everything that it sends and receives. */
export class Courier {
  readonly #instances: Instances
  readonly #token: string
  readonly #history: History
  readonly #chance: Chance

  constructor(instances: Instances, token: string, history: History, chance: Chance) {
    this.#instances = instances
    this.#token = token
    this.#history = history
    this.#chance = chance
  }

  /**
   * Sends one operation until it is answered: sometimes twice at once, sometimes as if the response had been
   * lost.
   */
  async send(operation: Operation, isCalm: boolean): Promise<void> {
    const chance = this.#chance
    const instance = this.#instances.pick(chance)
    if (operation.isKeyless) {
      await this.#attempt(operation, instance)
      return
    }
    if (!isCalm && chance.oneIn(12)) await this.#attempt(operation, instance, { hangUp: true })
    // The response arrives, but the device continues as if it had not.
    if (!isCalm && chance.oneIn(12)) await this.#attempt(operation, instance)
    const isTwice = !isCalm && chance.oneIn(10)
    const [isAnswered] = await Promise.all([
      this.#attempt(operation, instance),
      isTwice && this.#attempt(operation, chance.oneIn(2) ? instance : this.#instances.other(instance)),
    ])
    if (!isAnswered) await this.#untilAnswered(() => this.#attempt(operation, this.#instances.pick(chance)))
    else if (isTwice && this.#history.lost.has(operation))
      await this.#untilAnswered(() => this.#attempt(operation, this.#instances.pick(chance)))
  }

  async sendBatch(operations: Operation[], isCalm: boolean): Promise<void> {
    const chance = this.#chance
    if (!isCalm && chance.oneIn(12)) await this.#attemptBatch(operations, { hangUp: true })
    if (!isCalm && chance.oneIn(12)) await this.#attemptBatch(operations)
    await this.#untilAnswered(() => this.#attemptBatch(operations))
  }

  /** Repeats unanswered operations, once everything that was killed is back. */
  async #untilAnswered(attempt: () => Promise<boolean>): Promise<void> {
    await eventually(async () => {
      await this.#instances.whole()
      return (await attempt()) || undefined
    }, 'an answer')
  }

  async #attempt(
    operation: Operation,
    instance: Instance,
    { hangUp = false }: Sending = {},
  ): Promise<boolean> {
    const { method, path, body } = requestOf(operation.deed)
    const tag = tagOf(operation, this.#chance.below(3))
    const key = !operation.isKeyless && { 'idempotency-key': operation.key }
    const headers = { ...key, ...(tag && { 'if-match': tag }) }
    const asked = this.#history.ask(operation)
    const answer = await this.#request(instance, method, path, { body, headers, hangUp }, [operation])
    if (!answer) return false
    const { status } = answer
    const number = answer.headers.get('inboard-seq')
    const isRepetition = answer.headers.get('idempotency-replayed') === 'true'
    this.#checkTag(operation, answer)
    this.#hear(
      operation,
      asked,
      { status, body: answer.body, ...(number && { seq: Number(number) }) },
      isRepetition,
    )
    return true
  }

  async #attemptBatch(operations: Operation[], { hangUp = false }: Sending = {}): Promise<boolean> {
    const body = {
      operations: operations.map((operation) => {
        const tag = tagOf(operation, this.#chance.below(3))
        return { ...requestOf(operation.deed), idempotency_key: operation.key, ...(tag && { if_match: tag }) }
      }),
    }
    const asked = operations.map((operation) => this.#history.ask(operation))
    const instance = this.#instances.pick(this.#chance)
    const answer = await this.#request(instance, 'POST', '/api/batch', { body, hangUp }, operations)
    if (!answer) return false
    const { results } = answer.body as { results: BatchResult[] }
    if (results.length !== operations.length) throw new Error(`A batch has ${results.length} results.`)
    let isWhole = true
    for (const [index, operation] of operations.entries()) {
      const result = results[index] as BatchResult
      if (result.status < 500) this.#hear(operation, asked[index] as Asked, result, undefined)
      else {
        this.#expectTrouble(result.status, `${told(operation)} in a batch`)
        this.#history.lost.add(operation)
        isWhole = false
      }
    }
    return isWhole
  }

  /** Resolves to undefined if there was no response. The operations may still have taken effect. */
  async #request(
    { connections }: Instance,
    method: string,
    path: string,
    sent: { body?: unknown; headers?: Record<string, string>; hangUp?: boolean },
    operations: Operation[],
  ): Promise<HttpAnswer | undefined> {
    try {
      const answer = await connections.request(method, path, { token: this.#token, ...sent })
      // On a busy machine, our own request may take longer to arrive than the server waits.
      if (answer.status === 408) return undefined
      if (answer.status < 500) return answer
      this.#expectTrouble(answer.status, `${method} ${path}`)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === undefined) throw error
      if (code === 'ECONNREFUSED') return undefined
    }
    for (const operation of operations) this.#history.lost.add(operation)
    return undefined
  }

  /** Only a 503 is allowed, and only while the database is unavailable. It may come after the commit. */
  #expectTrouble(status: number, what: string): void {
    if (status !== 503 || !this.#instances.mayBeUnavailable)
      throw new Error(`${what} was answered ${status}.`)
  }

  #hear(
    operation: Operation,
    asked: Asked,
    { status, body, seq }: BatchResult,
    isRepetition: boolean | undefined,
  ): void {
    const answer = {
      operation,
      asked,
      status,
      ...(status >= 400 && { code: body.code as string }),
      ...(seq !== undefined && { seq }),
      ...(isRepetition !== undefined && { isRepetition }),
    }
    this.#history.hear(answer, status < 400 ? (body ?? {}) : {})
  }

  /** One card or project comes with its revision as its ETag, except a restored one. */
  #checkTag({ deed }: Operation, { status, headers, body }: HttpAnswer): void {
    const thing = status < 400 && deed.kind !== 'restore' && (body?.card ?? body?.project)
    if (thing && headers.get('etag') !== `"${thing.revision}"`)
      throw new Error(`Revision ${thing.revision} of ${thing.id} has the tag ${headers.get('etag')}.`)
  }
}
