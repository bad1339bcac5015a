import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { inject } from 'vitest'
import { dragOn } from './display.ts'
import { type EngineBrowser, type Hand, type Point, Window } from './window.ts'

const settings = {
  // Without a mouse on the screen, it assumes that it is a phone.
  'ui.primaryPointerCapabilities': 6,
  'ui.allPointerCapabilities': 6,
  // Otherwise it would ask the person in a window first.
  'permissions.default.persistent-storage': 1,
}

/** Firefox, driven by WebDriver BiDi. */
export async function launchFirefox(program: string, profile: string): Promise<EngineBrowser> {
  mkdirSync(profile, { recursive: true })
  writeFileSync(
    join(profile, 'user.js'),
    Object.entries(settings)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`)
      .join(''),
  )
  const screen = inject('display')
  const browser = spawn(program, ['--profile', profile, '--no-remote', '--remote-debugging-port', '0'], {
    env: { ...process.env, DISPLAY: screen, MOZ_CRASHREPORTER_DISABLE: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  process.once('exit', () => browser.kill('SIGKILL'))
  const ended = once(browser, 'exit')
  const wire = await Wire.to(`${await addressIn(browser.stderr)}/session`)
  await wire.send('session.new', { capabilities: {} })
  const { contexts } = await wire.send<{ contexts: Context[] }>('browsingContext.getTree', {})
  let first = contexts[0]?.context
  return {
    async open() {
      const context =
        first ?? (await wire.send<Context>('browsingContext.create', { type: 'window' })).context
      first = undefined
      return new FirefoxWindow(wire, context, screen)
    },
    // Not killed: it writes its list of service workers to the disk when it exits.
    async quit() {
      await wire.send('browser.close', {})
      await ended
    },
    async kill() {
      browser.kill('SIGKILL')
      await ended
    },
  }
}

async function addressIn(lines: NodeJS.ReadableStream): Promise<string> {
  let said = ''
  for await (const line of createInterface(lines)) {
    const [address] = /ws:\/\/\S+/.exec(line) ?? []
    if (address) {
      lines.resume()
      return address
    }
    said += `\n${line}`
  }
  throw new Error(`Firefox ended instead of listening.${said}`)
}

type Context = { context: string }
type Reply = { id?: number; result?: unknown; error?: string; message?: string }

/** Commands and their results, in any order, over a WebSocket. */
class Wire {
  readonly #socket: WebSocket
  readonly #waiting = new Map<number, (reply: Reply) => void>()
  #sent = 0

  private constructor(socket: WebSocket) {
    this.#socket = socket
    socket.addEventListener('message', ({ data }) => {
      const reply: Reply = JSON.parse(data)
      this.#waiting.get(reply.id ?? 0)?.(reply)
    })
    socket.addEventListener('close', () => {
      for (const answer of this.#waiting.values()) answer({ error: 'The browser is gone.' })
    })
  }

  static async to(url: string): Promise<Wire> {
    const socket = new WebSocket(url)
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve)
      socket.addEventListener('error', reject)
    })
    return new Wire(socket)
  }

  async send<Result>(method: string, params: object): Promise<Result> {
    const id = ++this.#sent
    const reply = await new Promise<Reply>((resolve) => {
      this.#waiting.set(id, resolve)
      this.#socket.send(JSON.stringify({ id, method, params }))
    })
    this.#waiting.delete(id)
    if (reply.error) throw new Error(`${method}: ${reply.error} ${reply.message ?? ''}`)
    return reply.result as Result
  }
}

class FirefoxWindow extends Window {
  readonly #wire: Wire
  readonly #context: string
  readonly #screen: string

  constructor(wire: Wire, context: string, screen: string) {
    super()
    this.#wire = wire
    this.#context = context
    this.#screen = screen
  }

  #send<Result>(method: string, params: object): Promise<Result> {
    return this.#wire.send<Result>(method, { context: this.#context, ...params })
  }

  async goTo(url: string) {
    await this.#send('browsingContext.navigate', { url, wait: 'complete' })
  }

  async resize(width: number, height: number) {
    await this.#send('browsingContext.setViewport', { viewport: { width, height } })
  }

  async close() {
    await this.#send('browsingContext.close', {})
  }

  async picture() {
    const { data } = await this.#send<{ data: string }>('browsingContext.captureScreenshot', {})
    return Buffer.from(data, 'base64')
  }

  protected async run(expression: string) {
    const { result, exceptionDetails } = await this.#send<{
      result?: { value: string }
      exceptionDetails?: { text: string }
    }>('script.evaluate', { expression, target: { context: this.#context }, awaitPromise: true })
    if (!result) throw new Error(exceptionDetails?.text)
    return result.value
  }

  protected async act(hand: Hand) {
    await this.#send('input.performActions', { actions: [hand] })
  }

  protected async dragOnScreen(from: Point, to: Point) {
    const corner = await this.evaluate(() => {
      const { mozInnerScreenX: x, mozInnerScreenY: y } = window as unknown as Record<string, number>
      return { x, y } as { x: number; y: number }
    })
    const onScreen = ({ x, y }: Point) => ({ x: x + corner.x, y: y + corner.y })
    await dragOn(this.#screen, onScreen(from), onScreen(to))
  }
}
