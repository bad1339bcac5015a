/** What belongs to one owner is done one thing after the other, in the order in which it was asked for. */
export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  take<Result>(ownerId: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(ownerId)
    const mine = before ? before.then(work) : work()
    const leave = () => {
      if (this.#last.get(ownerId) === over) this.#last.delete(ownerId)
    }
    const over: Promise<void> = mine.then(leave, leave)
    this.#last.set(ownerId, over)
    return mine
  }
}
