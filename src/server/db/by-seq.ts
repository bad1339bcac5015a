import { seconds } from '../clock.ts'

/** A standby that takes over may have lost the last numbers, and give them out again for something else. */
const keptFor = 5 * seconds
const mostKept = 200

/** What was found out about accounts, each with the number that the account had: the next change takes another. */
export class BySeq<Value> {
  readonly #ofDatabases = new WeakMap<object, Map<string, { seq: number; value: Value; until: number }>>()

  find(db: object, ownerId: string): { seq: number; value: Value } | undefined {
    const known = this.#ofDatabases.get(db)?.get(ownerId)
    return known && known.until > performance.now() ? known : undefined
  }

  keep(db: object, ownerId: string, seq: number, value: Value): Value {
    const known = this.#ofDatabases.getOrInsertComputed(db, () => new Map())
    known.delete(ownerId)
    known.set(ownerId, { seq, value, until: performance.now() + keptFor })
    const [oldest] = known.keys()
    if (known.size > mostKept && oldest !== undefined) known.delete(oldest)
    return value
  }
}
