import { rmSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { composer, inboxIs } from '../../support/browsing/boards.ts'
import { becomes, boardOn, browse, inboxOf } from '../../support/browsing/browsing.ts'
import { isSent } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { newDataFolder } from '../../support/machine/folders.ts'
import { freePort } from '../../support/network/free-port.ts'
import { type SignedIn, startTestInboard } from '../../support/service/inboard.ts'
import { openAgain, openInbox, ten, typeAll, wire } from './inbox.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

describe('ten cards', () => {
  test.each<[string, (page: Page) => Promise<void>]>([
    ['is closed', (page) => page.close()],
    ['crashes', crash],
  ])(
    'arrive once and in order, though the network is slow and the tab %s right after the last Enter',
    async (_, end) => {
      const page = await openInbox(browsing, person)
      const context = page.context()
      const net = await wire(page)
      net.isSlow = true
      await typeAll(page, ten)
      await end(page)
      await net.speedUp()
      const next = await openAgain(browsing, context)
      await becomes(() => boardOn(next), { Inbox: ten })
      await inboxIs(next, person.client, ten)
      await isSent(next, person.user.id)
      expect(await inboxOf(person.client)).toEqual(ten)
      // Also if its page went between keeping the last one and emptying its field for good.
      expect(await composer(next).inputValue()).toBe('')
    },
  )

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
