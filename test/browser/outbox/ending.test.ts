import { rmSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, test } from 'vitest'
import { inboxIs } from '../../support/browsing/boards.ts'
import { becomes, boardOn, browse } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { newDataFolder } from '../../support/machine/folders.ts'
import { freePort } from '../../support/network/free-port.ts'
import { startTestInboard } from '../../support/service/inboard.ts'
import { openAgain, openInbox, ten, typeAll } from './inbox.ts'
import { typeAndEnd } from './ten-cards.ts'

const browsing = browseInTests()

describe('ten cards', () => {
  test('arrive once and in order, though the network is slow and the tab crashes right after the last Enter', async () => {
    await typeAndEnd(browsing, crash)
  })

  test('arrive once and in order, though the server is stopped and the tab closed', async () => {
    const folder = newDataFolder()
    const environment = { PORT: String(await freePort()) }
    let inboard = await startTestInboard(environment, folder)
    try {
      const restarted = await browse(inboard)
      const owner = await inboard.signIn()
      const first = await openInbox(restarted, owner)
      await inboard.stop()
      await typeAll(first, ten)
      await becomes(() => boardOn(first), { Inbox: ten })
      await first.close()

      inboard = await startTestInboard(environment, folder)
      const next = await openAgain(restarted, first.context())
      await inboxIs(next, inboard.client(owner.token), ten)
    } finally {
      await inboard.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

async function crash(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash')
  const devtools = await page.context().newCDPSession(page)
  devtools.send('Page.crash').catch(() => {})
  await crashed
}
