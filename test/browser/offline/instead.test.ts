import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { heading } from '../../support/browsing/account.ts'
import { composer } from '../../support/browsing/boards.ts'
import { becomes, browse } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { eventually, startTestInboard } from '../../support/service/inboard.ts'
import { isInCharge, isRegistered } from './worker.ts'

// The worker, when something else answers where the server was.

browseInTests()

/** A page whose worker is in charge, of a server in whose place something else answers from then on. */
async function replaced(answer: RequestListener, act: (page: Page) => Promise<void>, isSignedIn = false) {
  const inboard = await startTestInboard()
  let isRunning = true
  try {
    const browsing = await browse(inboard)
    const person = await inboard.signIn()
    const page = await browsing.open('/', { worker: true, ...(isSignedIn && { person }) })
    // Its cards have been loaded, which a server that goes now would prevent.
    await (isSignedIn ? composer(page) : heading(page, 'Sign in')).waitFor()
    await isInCharge(page)
    const { port } = inboard.world.config
    await inboard.stop()
    isRunning = false
    const server = createServer(answer).listen(port, 'localhost')
    await once(server, 'listening')
    try {
      await act(page)
    } finally {
      server.closeAllConnections()
      server.close()
    }
  } finally {
    if (isRunning) await inboard.stop()
  }
}

test('the app opens while the server is silent', async () => {
  await replaced(
    () => {},
    async (page) => {
      await page.reload()
      await page.getByRole('navigation', { name: 'Inbox and projects' }).waitFor()
    },
    true,
  )
})

describe('the worker goes', () => {
  test('when a proxy wants people to sign in first', async () => {
    const proxy: RequestListener = ({ url = '' }, response) => {
      if (url.startsWith('/sign-in'))
        response.setHeader('content-type', 'text/html').end('<h1>Who are you?</h1>')
      else response.writeHead(302, { location: '/sign-in' }).end()
    }
    await replaced(proxy, async (page) => {
      await page.reload()
      await becomes(() => isRegistered(page), false)
      await page.reload()
      await heading(page, 'Who are you?').waitFor()
    })
  })

  test('not when the server is down, or what answers in its place is no app', async () => {
    const seen: string[] = []
    const looks = () => seen.filter((url) => url === '/').length
    const proxy: RequestListener = ({ url = '' }, response) => {
      seen.push(url)
      response.writeHead(url === '/sw.js' ? 404 : 502, { 'content-type': 'text/html' }).end('<h1>Down</h1>')
    }
    await replaced(proxy, async (page) => {
      for (let starts = 0; starts < 3; starts++) {
        const before = looks()
        await page.reload()
        await heading(page, 'Sign in').waitFor()
        await eventually(() => looks() > before || undefined, 'the worker to look')
      }
      expect(await isRegistered(page)).toBe(true)
    })
  })
})
