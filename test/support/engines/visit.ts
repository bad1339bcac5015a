import { join } from 'node:path'
import { describe, inject, onTestFinished } from 'vitest'
import { memoryOf } from '../browsing/memory.ts'
import { newDataFolder } from '../machine/folders.ts'
import { freePort } from '../network/free-port.ts'
import { Unreliable } from '../network/unreliable.ts'
import { type SignedIn, startTestInboard, type TestInboard } from '../service/inboard.ts'
import { launchChromium } from './chromium.ts'
import { launchFirefox } from './firefox.ts'
import { launchWebKit } from './webkit.ts'
import type { EngineBrowser, Window } from './window.ts'

/** Starts a browser that keeps its storage in this folder. */
type Launch = (profile: string) => Promise<EngineBrowser>

/** The same tests in Chromium and in every other engine that is installed. */
export function inEveryEngine(tests: (launch: Launch) => void): void {
  const { Firefox, WebKit } = inject('engines')
  const browser = inject('browser')
  describe('Chromium', () =>
    tests((profile) => {
      if ('missing' in browser) throw new Error(browser.missing)
      return launchChromium(browser, profile)
    }))
  if (Firefox) describe('Firefox', () => tests((profile) => launchFirefox(Firefox, profile)))
  if (WebKit) describe('WebKit', () => tests((profile) => launchWebKit(WebKit, profile)))
}

/** A person at a browser whose network can be cut. Everything ends with the test. */
interface Visit {
  inboard: TestInboard
  network: Unreliable
  person: SignedIn
  /** A window of the running browser, with the app at this path. */
  open(path?: string): Promise<Window>
  /** Quits the browser, and starts it again with the same profile. */
  restart(): Promise<void>
}

/** The person is signed in, unless `isKnown` is false. */
export async function visit(launch: Launch, { isKnown = true } = {}): Promise<Visit> {
  const port = await freePort()
  const network = await Unreliable.before(`http://127.0.0.1:${port}`)
  const appUrl = network.url.replace('127.0.0.1', 'localhost')
  const inboard = await startTestInboard({ PORT: String(port), APP_URL: appUrl })
  const person = await inboard.signIn()
  const profile = join(newDataFolder(), 'profile')
  let browser = await launch(profile)
  onTestFinished(async () => {
    await browser.kill()
    network.stop()
    await inboard.stop()
  })
  let hasMemory = !isKnown
  return {
    inboard,
    network,
    person,
    async open(path = '/') {
      const window = await browser.open()
      if (!hasMemory) {
        hasMemory = true
        // A page without scripts of ours.
        await window.goTo(`${appUrl}/sw.js`)
        await window.evaluate((memory) => {
          for (const [key, value] of Object.entries(memory)) localStorage.setItem(key, JSON.stringify(value))
        }, memoryOf(person))
      }
      await window.goTo(appUrl + path)
      return window
    },
    async restart() {
      await browser.quit()
      browser = await launch(profile)
    },
  }
}
