/**
 * Of what takes some milliseconds, one begins in each turn of the event loop. So what takes less comes between, however many of the
 * others there are.
 */
export class OneByOne {
  readonly #waiting: (() => void)[] = []
  #isTaken = false

  /** Resolves when it may begin: at once, most of the time. */
  async turn(): Promise<void> {
    if (this.#isTaken) return await new Promise((begin) => this.#waiting.push(begin))
    this.#isTaken = true
    setImmediate(() => this.#next())
  }

  #next(): void {
    const begin = this.#waiting.shift()
    if (!begin) {
      this.#isTaken = false
      return
    }
    begin()
    setImmediate(() => this.#next())
  }
}
