import { codes } from './keys.ts'

/** Input actions, in the terms of WebDriver (W3C), which BiDi shares. */
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

/** A window of a browser, of any engine. */
export abstract class Window {
  abstract goTo(url: string): Promise<void>
  abstract resize(width: number, height: number): Promise<void>
  abstract close(): Promise<void>
  /** A screenshot, as PNG. */
  abstract picture(): Promise<Buffer>
  /** Evaluates an expression in the page. Resolves to the text that its promise resolves to. */
  protected abstract run(expression: string): Promise<string>
  protected abstract act(hand: Hand): Promise<void>
  /** Drags with the button held down, as the window system sees it. */
  protected abstract dragOnScreen(from: Point, to: Point): Promise<void>

  async evaluate<Given extends unknown[], Found>(
    look: (...given: Given) => Found | Promise<Found>,
    ...given: Given
  ): Promise<Found> {
    const found = `Promise.resolve((${look})(...${JSON.stringify(given)}))`
    return JSON.parse(await this.run(`${found}.then((found) => JSON.stringify({ found }))`)).found
  }

  /** Resolves when the new document has loaded. */
  async reload(): Promise<void> {
    await this.evaluate(() => {
      Object.assign(globalThis, { isBefore: true })
      // Deferred, so that this response is not lost with the document.
      setTimeout(() => location.reload())
    })
    while (await this.evaluate(() => 'isBefore' in globalThis).catch(() => true));
  }

  async type(text: string): Promise<void> {
    await this.#pressEach([...text].map((key) => [key]))
  }

  /** Presses keys one after the other, each perhaps with modifiers: `Control+z`. */
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

/** A browser that stores its profile in a folder, and starts with what is there. */
export interface EngineBrowser {
  open(): Promise<Window>
  /** Quits the browser, after everything is on the disk. */
  quit(): Promise<void>
  kill(): Promise<void>
}
