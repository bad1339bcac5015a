const most = 20

/** Collects error messages: keeps the first few, and counts the others. */
export class Complaints {
  readonly #first: string[] = []
  #count = 0

  add(sentence: string): void {
    this.#count++
    if (this.#first.length < most) this.#first.push(sentence)
  }

  get sentences(): string[] {
    const more = this.#count - this.#first.length
    return more > 0 ? [...this.#first, `and ${more} more`] : this.#first
  }
}
