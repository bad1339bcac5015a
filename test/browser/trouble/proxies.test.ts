import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { add, card, heading } from '../../support/browsing/boards.ts'
import { type Browsing, becomes, browse, inboxOf } from '../../support/browsing/browsing.ts'
import { type ReverseProxy, startReverseProxy } from '../../support/network/reverse-proxy.ts'
import { startTestInboard } from '../../support/service/inboard.ts'
import { mark } from '../waiting/waiting.ts'

/** For a group: a service behind a proxy, and a browser. */
function browseThrough(options: Parameters<typeof startReverseProxy>[0]): Browsing {
  const browsing = {} as Browsing
  let proxy: ReverseProxy | undefined
  beforeAll(async () => {
    proxy = await startReverseProxy(options)
    const inboard = await startTestInboard({ APP_URL: proxy.url, TRUST_PROXY: '1' })
    proxy.leadTo(inboard.url)
    Object.assign(browsing, await browse(inboard))
  })
  afterEach(async ({ task }) => {
    await browsing.tidyUp(task.result?.state === 'fail')
    expect(browsing.complaints.splice(0)).toEqual([])
  })
  afterAll(async () => {
    await browsing.stop()
    await browsing.inboard.stop()
    proxy?.stop()
  })
  return browsing
}

describe('behind a proxy that holds back streams', () => {
  const browsing = browseThrough({ holdsBack: true })

  test('changes from other devices arrive late, and the app says why', async () => {
    const person = await browsing.inboard.signIn()
    await person.client.addInboxCard({ text: 'Milk' })
    const page = await browsing.open('/', { person })
    await page.clock.install()
    await page.reload()
    await card(page, 'Milk').waitFor()
    await person.client.addInboxCard({ text: 'From elsewhere' })
    // For several lifetimes of a silent stream.
    for (let round = 0; round < 8; round++) {
      await page.clock.runFor(13_000)
      await card(page, 'From elsewhere').waitFor()
      await mark(page, 'Updates arrive late').waitFor()
    }
    await mark(page, 'Updates arrive late').click()
    await page
      .getByRole('dialog')
      .getByText('Changes from other devices arrive late: a proxy holds back the event stream.')
      .waitFor()
    await page.keyboard.press('Escape')
    await add(page, 'From here')
    await becomes(() => inboxOf(person.client), ['Milk', 'From elsewhere', 'From here'])
  })
})

describe('behind a proxy that removes tokens', () => {
  const browsing = browseThrough({ removesToken: true })

  test('a session that the server does not see is not said to have ended', async () => {
    const person = await browsing.inboard.signIn()
    const page = await browsing.open('/', { person })
    await page.getByText('The server did not receive your session: a proxy in front of it removes').waitFor()
    await heading(page, 'Inbox').waitFor()
    const session = await page.evaluate(() => localStorage.getItem('inboard.session'))
    expect(session).toContain(person.token)
  })
})
