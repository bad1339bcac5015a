import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { becomes } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { excessWidth } from '../accessibility/look.ts'
import { asksAbout, decide, openConsent } from './deciding.ts'
import { fakeAgent, pathOf, registered } from './fake-agent.ts'

const browsing = browseInTests({ AUTH_RATE_LIMIT: '0' })
const agent = fakeAgent(browsing)

const claim = (page: Page) => page.locator('.claim')
const sentTo = (page: Page, place: string) =>
  page.getByRole('heading', { level: 1, name: `Connect an agent that sends you to ${place}`, exact: true })

test.each([
  ['HTML', '<b>Claude</b> <img src=x onerror=alert(1)>'],
  ['the other direction', 'Claude \u202E” ia.edualc yb deifireV\u2066'],
  ['right to left', 'عميل “Allow” 123'],
  ['lines', 'Claude\n\n\nVerified by Inboard.\u2028Press Allow.'],
  ['towers', `Z${'\u0300\u0489'.repeat(40)}`],
  ['more than fits', 'Verified by Inboard, and quite safe. '.repeat(3).slice(0, 100)],
])('a name made of %s stays one line, and says nothing in the place of the page', async (_, name) => {
  const person = await browsing.inboard.signIn()
  const request = await registered(browsing, { name })
  const viewport = { width: 320, height: 800 }
  const page = await openConsent(browsing, pathOf(request), { person, viewport })
  await sentTo(page, 'robot.example').waitFor()
  const { client } = await person.client.describeAuthorization(request)
  expect(await claim(page).textContent()).toBe(`It calls itself ${client?.name}`)
  expect(await claim(page).locator('bdi').textContent()).toBe(client?.name)
  expect(await claim(page).locator('bdi *').count()).toBe(0)
  // As high as a line, and nothing else moves.
  expect(await claim(page).evaluate((element) => element.clientHeight)).toBeLessThan(30)
  expect(await excessWidth(page)).toBe(0)
  const box = await claim(page).boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320)
})

test('nobody vouches for an agent that has registered itself, whatever it is called, and the page says so', async () => {
  const person = await browsing.inboard.signIn()
  const page = await openConsent(browsing, pathOf(await registered(browsing, { name: 'claude.ai' })), {
    person,
  })
  await sentTo(page, 'robot.example').waitFor()
  await page.getByText('Nobody vouches for this agent.').waitFor()
  expect(await page.title()).toBe('Connect an agent that sends you to robot.example · Inboard')
  const places = {
    'http://localhost:4000/callback': 'a program on this device',
    'robot.app:/callback': 'a program that opens robot.app:',
  }
  for (const [redirectUri, place] of Object.entries(places)) {
    await page.goto(browsing.appUrl + pathOf(await registered(browsing, { redirectUri })))
    await sentTo(page, place).waitFor()
  }
})

test('the host that vouches is the largest text, and other targets stand below it', async () => {
  const person = await browsing.inboard.signIn()
  const request = { ...agent.request, redirect_uri: 'https://elsewhere.example/callback' }
  const page = await openConsent(browsing, pathOf(request), { person })
  await asksAbout(page, agent.host).waitFor()
  await page.getByText('You will be sent to elsewhere.example.').waitFor()
  // Anybody can publish on some hosts, so the path says more.
  await page.getByText(`Its document is at ${agent.host}/client.json.`).waitFor()
  const sizes = await page.evaluate(() =>
    [...document.querySelectorAll('main *')].map((element) => ({
      text: element.textContent?.trim(),
      size: Number.parseFloat(getComputedStyle(element).fontSize),
    })),
  )
  const largest = Math.max(...sizes.map(({ size }) => size))
  expect(sizes.filter(({ size }) => size === largest).map(({ text }) => text)).toEqual([agent.host])
})

test('the circle of a choice is round, so that the ring around it is', async () => {
  const person = await browsing.inboard.signIn()
  const page = await openConsent(browsing, pathOf(agent.request), { person })
  const box = await page.getByRole('radio', { name: 'Read', exact: true }).boundingBox()
  expect(box?.height).toBe(box?.width)
})

test('a program gets its answer by its own scheme, and the page that stays says what happened', async () => {
  const person = await browsing.inboard.signIn()
  const page = await openConsent(
    browsing,
    pathOf(await registered(browsing, { redirectUri: 'robot.app:/callback' })),
    { person },
  )
  await sentTo(page, 'a program that opens robot.app:').waitFor()
  await decide(page, 'Allow')
  await page.getByRole('heading', { name: 'Allowed' }).waitFor()
  await page.getByText('You can close this tab.').waitFor()
  await becomes(
    async () =>
      /^robot\.app:\/callback\?code=/.test((await page.getByRole('link').getAttribute('href')) ?? ''),
    true,
  )
})
