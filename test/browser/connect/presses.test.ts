import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button, heading } from '../../support/browsing/account.ts'
import { becomes, comeBack } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { answering } from '../../support/network/answering.ts'
import { asksAbout, consider, decide, openConsent } from './deciding.ts'
import { fakeAgent, pathOf, registered } from './fake-agent.ts'

const browsing = browseInTests()
const agent = fakeAgent(browsing)

/** A page of somebody else, which frames the one where people decide, or opens it. */
const stranger = answering(({ url = '' }, response) => {
  const target = `${browsing.appUrl}${pathOf(agent.request)}`
  response.setHeader('content-type', 'text/html')
  response.end(
    url === '/frame'
      ? `<!doctype html><title>Win</title><iframe src="${target}"></iframe>`
      : `<!doctype html><title>Win</title><button onclick="opened = window.open(${JSON.stringify(target).replaceAll('"', '&quot;')})">Win</button>`,
  )
})

/** Somebody who decides, and how often the server was asked to allow it. */
async function decider() {
  const person = await browsing.inboard.signIn()
  const page = await openConsent(browsing, '/healthz', { person })
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/api/oauth/allow') && sent.push(request.url()))
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.goto(browsing.appUrl + pathOf(agent.request))
  await asksAbout(page, agent.host).waitFor()
  return { person, page, sent }
}

const isDisabled = (page: Page) => button(page, 'Allow').getAttribute('aria-disabled')

/** Presses whether or not the button is enabled, as somebody does whose pointer is already on its way. */
const pressBlindly = (page: Page, name: 'Allow' | 'Refuse') => button(page, name).click({ force: true })

test('presses count only once the page was in front for a moment, and hammering does not help', async () => {
  const { page, sent } = await decider()
  await comeBack(page)
  for (let presses = 0; presses < 5; presses++) {
    await pressBlindly(page, 'Allow')
    await page.clock.runFor(500)
    expect(await isDisabled(page)).toBe('true')
  }
  await page.clock.runFor(500)
  await becomes(() => isDisabled(page), 'false')
  await comeBack(page)
  await becomes(() => isDisabled(page), 'true')
  await pressBlindly(page, 'Allow')
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await pressBlindly(page, 'Refuse')
  expect(sent).toEqual([])
  expect(agent.answers).toEqual([])
  await consider(page)
  await button(page, 'Allow').click()
  await heading(page, '/callback').waitFor()
  expect(sent).toHaveLength(1)
})

test('presses count only once the host was in view, however the page was opened', async () => {
  const { page, sent } = await decider()
  await page.setViewportSize({ width: 340, height: 180 })
  await page.goto('about:blank')
  // As if it was opened by a link to its end, in a browser that doesn't know the policy.
  await page.addInitScript(() => {
    new MutationObserver(() => {
      document.querySelector('.choices button')?.scrollIntoView()
    }).observe(document, { childList: true, subtree: true })
  })
  await page.goto(browsing.appUrl + pathOf(agent.request))
  const allow = button(page, `Allow ${agent.host}`)
  await allow.waitFor()
  await consider(page)
  await consider(page)
  expect(await allow.getAttribute('aria-disabled')).toBe('true')
  // A press shows who asks instead.
  await allow.press('Enter')
  await becomes(() => asksAbout(page, agent.host).locator('i').isVisible(), true)
  await becomes(async () => {
    await consider(page)
    return allow.getAttribute('aria-disabled')
  }, 'false')
  expect(sent).toEqual([])
  await allow.click()
  await heading(page, '/callback').waitFor()
  expect(sent).toHaveLength(1)
})

test('of a long host, the end has to be in view, which says whose it is', async () => {
  const { page, sent } = await decider()
  await page.setViewportSize({ width: 340, height: 180 })
  const redirectUri = `https://claude.ai.${'a'.repeat(60)}.${'b'.repeat(60)}.thief.example/callback`
  await page.goto(browsing.appUrl + pathOf(await registered(browsing, { redirectUri })))
  const title = page.getByRole('heading', { level: 1 })
  await title.and(page.locator(':focus')).waitFor()
  await consider(page)
  await consider(page)
  expect(await isDisabled(page)).toBe('true')
  await title.evaluate((element) => element.scrollIntoView({ block: 'end' }))
  await becomes(async () => {
    await consider(page)
    return isDisabled(page)
  }, 'false')
  expect(sent).toEqual([])
})

test('two presses are one answer', async () => {
  const { page, sent } = await decider()
  await consider(page)
  await button(page, 'Allow').dblclick()
  await heading(page, '/callback').waitFor()
  expect(sent).toHaveLength(1)
})

test('the keyboard alone is enough, and a screen reader begins with whom it is about', async () => {
  const { page } = await decider()
  expect(await page.title()).toBe(`Connect an agent? ${agent.host} · Inboard`)
  await becomes(
    () => page.evaluate(() => document.activeElement?.textContent),
    `Connect an agent? ${agent.host}`,
  )
  await consider(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowUp')
  expect(await page.getByRole('radio', { name: 'Read', exact: true }).isChecked()).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await heading(page, '/callback').waitFor()
  expect((await agent.exchange()).scope).toBe('read')
})

test('no other page can frame it', async () => {
  const page = await browsing.open('/healthz', { person: await browsing.inboard.signIn() })
  await page.goto(`${stranger.url}/frame`)
  await becomes(async () => page.frames().length, 2)
  const framed = page.frames()[1]
  await becomes(async () => framed?.url().startsWith('chrome-error:'), true)
  // That is what the browser says about it.
  browsing.complaints.splice(0)
})

test('a page that opens it in a pop-up is still in touch with it at the answer', async () => {
  const page = await openConsent(browsing, '/healthz', { person: await browsing.inboard.signIn() })
  await page.goto(stranger.url)
  const opening = page.waitForEvent('popup')
  await button(page, 'Win').click()
  const popup = await opening
  await asksAbout(popup, agent.host).waitFor()
  await decide(popup, 'Allow')
  await heading(popup, '/callback').waitFor()
  expect(await popup.evaluate(() => opener !== null)).toBe(true)
  expect(await page.evaluate('opened.closed')).toBe(false)
})
