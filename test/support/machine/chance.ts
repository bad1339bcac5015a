/** Reproducible random choices: the same seed gives the same ones. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** A generator for one of many tries, so that each can be repeated on its own. */
  static of(seed: number, number: number): Chance {
    return new Chance(seed ^ Math.imul(number + 1, 0x9e3779b1))
  }

  /** An integer from 0 to `end` - 1, by mulberry32: small, fast, and uniform enough for this purpose. */
  below(end: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end)
  }

  oneIn(count: number): boolean {
    return this.below(count) === 0
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T
  }

  times<T>(most: number, make: () => T): T[] {
    return Array.from({ length: this.below(most + 1) }, make)
  }

  bytes(length: number): Buffer {
    return Buffer.from(Array.from({ length }, () => this.below(256)))
  }
}

/** The random choices of a test, or of one of its parts. The seed of the run repeats them. */
export const chanceOfRun = (number = 0) => Chance.of(newSeed(), number)

/** The seed of the test run. Outside of a run, a new one each time. */
export const newSeed = (): number => Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
