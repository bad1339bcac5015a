/** A few things that many share, first come, first served. Other work has its turn between two uses. */
export class Shared<Thing extends number | object> {
  readonly #free: Thing[]
  /** Each is called with a thing that has become free. */
  readonly #waiting: ((thing: Thing) => void)[] = []

  constructor(things: readonly Thing[]) {
    this.#free = [...things]
  }

  async use<Result>(work: (thing: Thing) => Promise<Result>): Promise<Result> {
    const thing = this.#free.pop() ?? (await new Promise<Thing>((take) => this.#waiting.push(take)))
    try {
      return await work(thing)
    } finally {
      setImmediate(() => {
        const next = this.#waiting.shift()
        if (next) next(thing)
        else this.#free.push(thing)
      })
    }
  }
}
