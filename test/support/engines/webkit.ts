import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { inject } from 'vitest'
import { freePort } from '../network/free-port.ts'
import { eventually } from '../service/inboard.ts'
import { dragOn } from './display.ts'
import { killGroup } from './kill-group.ts'
import { type EngineBrowser, type Hand, type Point, Window } from './window.ts'

const ourBrowser = join(import.meta.dirname, 'webkit-browser.js')

/** In milliseconds. Anything that takes longer hangs. */
const longest = 60_000

/** WebKitGTK, the engine of Safari, in a minimal browser of ours, driven by WebDriver. */
export async function launchWebKit(program: string, profile: string): Promise<EngineBrowser> {
  const screen = inject('display')
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: screen,
      // Containers have neither.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    },
    stdio: 'ignore',
    detached: true,
  })
  const call: Call = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      signal: AbortSignal.timeout(longest),
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await answer.json()) as Answer
    if (value?.error) throw new Error(`${path}: ${value.error}: ${value.message}`)
    return value
  }
  await eventually(
    () =>
      call('GET', '/status').then(
        () => true,
        () => undefined,
      ),
    'WebKitWebDriver',
  )
  const browserOptions = { binary: program, args: ['-m', ourBrowser, profile] }
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': browserOptions } },
  })
  const session = `/session/${sessionId}`
  let isFirst = true
  return {
    async open() {
      const handle = isFirst
        ? await call<string>('GET', `${session}/window`)
        : (await call<{ handle: string }>('POST', `${session}/window/new`, { type: 'window' })).handle
      isFirst = false
      return new WebKitWindow(call, session, handle, screen)
    },
    // Not killed: the latest changes of `localStorage`, such as a sent draft, would be lost.
    async quit() {
      await call('DELETE', session)
      await killGroup(driver)
    },
    kill: () => killGroup(driver),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: each command has an answer of its own
type Answer = { value: any }
type Call = <Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<Value>

/** The window that a session speaks to, and its pending work: a session speaks to one window at a time. */
const turns = new Map<string, Promise<unknown>>()

class WebKitWindow extends Window {
  readonly #call: Call
  readonly #session: string
  readonly #handle: string
  readonly #screen: string

  constructor(call: Call, session: string, handle: string, screen: string) {
    super()
    this.#call = call
    this.#session = session
    this.#handle = handle
    this.#screen = screen
  }

  async #send<Value>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Value> {
    const turn = (turns.get(this.#session) ?? Promise.resolve())
      .catch(() => {})
      .then(async () => {
        await this.#call('POST', `${this.#session}/window`, { handle: this.#handle })
        return await this.#call<Value>(method, this.#session + path, body)
      })
    turns.set(this.#session, turn)
    return await turn
  }

  async goTo(url: string) {
    await this.#send('POST', '/url', { url })
  }

  async resize(width: number, height: number) {
    await this.#send('POST', '/window/rect', { width, height })
  }

  async close() {
    await this.#send('DELETE', '/window')
  }

  async picture() {
    return Buffer.from(await this.#send<string>('GET', '/screenshot'), 'base64')
  }

  protected async run(expression: string) {
    const { error, value } = await this.#send<{ error?: string; value: string }>('POST', '/execute/async', {
      // Not every version awaits a promise.
      script: `(async () => ${expression})().then(
        (value) => arguments[0]({ value }),
        (error) => arguments[0]({ error: String(error) }),
      )`,
      args: [],
    })
    if (error) throw new Error(error)
    return value
  }

  protected async act(hand: Hand) {
    await this.#send('POST', '/actions', { actions: [hand] })
  }

  protected async dragOnScreen(from: Point, to: Point) {
    // Without a window manager, windows have no frame and are in the corner of the screen.
    await dragOn(this.#screen, from, to)
  }
}
