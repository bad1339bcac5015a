import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { Page } from 'playwright-core'
import { heading } from '../../support/browsing/account.ts'
import { composer } from '../../support/browsing/boards.ts'
import { browse } from '../../support/browsing/browsing.ts'
import { startTestInboard } from '../../support/service/inboard.ts'
import { isInCharge } from './worker.ts'

/** A page whose worker is in charge, of a server in whose place something else answers from then on. */
export async function replaced(
  answer: RequestListener,
  act: (page: Page) => Promise<void>,
  isSignedIn = false,
) {
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
