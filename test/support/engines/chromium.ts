import { chromium, type Page } from 'playwright-core'
import { type BrowserProgram, howToLaunch } from '../browser/program.ts'
import { nameOf } from './keys.ts'
import { type EngineBrowser, type Hand, type Point, Window } from './window.ts'

/** The Chromium of the other tests, driven by Playwright. */
export async function launchChromium(program: BrowserProgram, profile: string): Promise<EngineBrowser> {
  const context = await chromium.launchPersistentContext(profile, howToLaunch(program))
  let first = context.pages()[0]
  return {
    async open() {
      const page = first ?? (await context.newPage())
      first = undefined
      return new ChromiumWindow(page)
    },
    quit: () => context.close(),
    kill: () => context.close(),
  }
}

class ChromiumWindow extends Window {
  readonly #page: Page

  constructor(page: Page) {
    super()
    this.#page = page
  }

  async goTo(url: string) {
    await this.#page.goto(url)
  }

  async resize(width: number, height: number) {
    await this.#page.setViewportSize({ width, height })
  }

  close = () => this.#page.close()
  picture = () => this.#page.screenshot()
  protected run = (expression: string) => this.#page.evaluate<string>(expression)

  protected async act({ actions }: Hand) {
    const { keyboard, mouse } = this.#page
    for (const action of actions) {
      if (action.type === 'keyDown') await keyboard.down(nameOf(action.value))
      else if (action.type === 'keyUp') await keyboard.up(nameOf(action.value))
      else if (action.type === 'pointerMove') await mouse.move(action.x, action.y)
      else if (action.type === 'pointerDown') await mouse.down()
      else if (action.type === 'pointerUp') await mouse.up()
    }
  }

  /** Playwright's mouse drags like a real one. */
  protected async dragOnScreen(from: Point, to: Point) {
    const { mouse } = this.#page
    await mouse.move(from.x, from.y)
    await mouse.down()
    await mouse.move(to.x, to.y, { steps: 12 })
    await mouse.up()
  }
}
