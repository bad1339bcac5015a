import { codes } from './keys.ts'

/** What one hand does, in the words of WebDriver (W3C), which BiDi shares. */
export type Hand = { id: string } & (
  | { type: 'key'; actions: { type: 'keyDown' | 'keyUp'; value: string }[] }
  | {
      type: 'pointer'
      actions: (
        | { type: 'pointerMove'; x: number; y: number }
        | { type: 'pointerDown' | 'pointerUp'; button: 0 }
      )[]
    }
)

export interface Point {
  x: number
  y: number
}

/** A window of a browser, whichever engine draws it. */
export abstract class Window {
  abstract goTo(url: string): Promise<void>
  abstract resize(width: number, height: number): Promise<void>
  abstract close(): Promise<void>
  /** A PNG file of what it shows. */
  abstract picture(): Promise<Buffer>
  /** Resolves to the text that a promise in the page resolves to. */
  protected abstract run(expression: string): Promise<string>
  protected abstract act(hand: Hand): Promise<void>
  /** With a button held all the way, as the window system sees it. */
  protected abstract dragOnScreen(from: Point, to: Point): Promise<void>

  async evaluate<Given extends unknown[], Found>(
    look: (...given: Given) => Found | Promise<Found>,
    ...given: Given
  ): Promise<Found> {
    const found = `Promise.resolve((${look})(...${JSON.stringify(given)}))`
    return JSON.parse(await this.run(`${found}.then((found) => JSON.stringify({ found }))`)).found
  }

  /** Resolves when the new document is there. */
  async reload(): Promise<void> {
    await this.evaluate(() => {
      Object.assign(globalThis, { isBefore: true })
      // Later: the answer to this must not be lost with the document.
      setTimeout(() => location.reload())
    })
    while (await this.evaluate(() => 'isBefore' in globalThis).catch(() => true));
  }

  async type(text: string): Promise<void> {
    await this.#pressEach([...text].map((key) => [key]))
  }

  /** One after the other, each perhaps with others held: `Control+z`. */
  async press(...keys: string[]): Promise<void> {
    await this.#pressEach(keys.map((one) => one.split('+').map((key) => codes[key] ?? key)))
  }

  async #pressEach(chords: string[][]): Promise<void> {
    const actions = chords.flatMap((chord) => [
      ...chord.map((value) => ({ type: 'keyDown', value }) as const),
      ...chord.toReversed().map((value) => ({ type: 'keyUp', value }) as const),
    ])
    await this.act({ type: 'key', id: 'keyboard', actions })
  }

  async click(selector: string): Promise<void> {
    await this.act({
      type: 'pointer',
      id: 'mouse',
      actions: [
        { type: 'pointerMove', ...(await this.#middleOf(selector)) },
        { type: 'pointerDown', button: 0 },
        { type: 'pointerUp', button: 0 },
      ],
    })
  }

  async drag(selector: string, onto: string): Promise<void> {
    await this.dragOnScreen(await this.#middleOf(selector), await this.#middleOf(onto))
  }

  async #middleOf(selector: string): Promise<Point> {
    return await this.evaluate((wanted) => {
      const element = document.querySelector(wanted)
      if (!element) throw new Error(`There is no ${wanted}.`)
      element.scrollIntoView({ block: 'nearest', behavior: 'instant' })
      const { x, y, width, height } = element.getBoundingClientRect()
      return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
    }, selector)
  }
}

/** A browser that keeps its storage in a folder, where the next one with that folder finds it. */
export interface EngineBrowser {
  open(): Promise<Window>
  /** With all that it has promised to keep on the disk. */
  quit(): Promise<void>
  kill(): Promise<void>
}
