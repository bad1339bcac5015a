/** A mutex for each key, usually an owner. First come, first served. */
export class KeyedMutex {
  readonly #last = new Map<string, Promise<unknown>>()

  take<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(key)
    const mine = before ? before.then(work) : work()
    const leave = () => {
      if (this.#last.get(key) === over) this.#last.delete(key)
    }
    const over: Promise<void> = mine.then(leave, leave)
    this.#last.set(key, over)
    return mine
  }
}
