import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { add, composer, heading } from '../../support/browsing/boards.ts'
import { becomes, goOffline } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'

const browsing = browseInTests()

const section = (page: Page) => page.getByRole('region', { name: 'This device' })

test('the settings say how to install it where the browser offers nothing', async () => {
  const person = await browsing.inboard.signIn()
  const page = await browsing.open('/settings', { person })
  await section(page).getByText('Your browser may be able to install Inboard').waitFor()
  // What Safari on a phone has.
  await page.evaluate(() => Object.assign(navigator, { standalone: false }).standalone)
  await page.keyboard.press('i')
  await heading(page, 'Inbox').waitFor()
  await page.keyboard.press(',')
  await section(page).getByText('tap Share in your browser, then Add to Home Screen').waitFor()
  expect(await section(page).getByRole('button').count()).toBe(0)
})

test('the settings install it where the browser offers to, without a banner, and say so', async () => {
  const person = await browsing.inboard.signIn()
  const page = await browsing.open('/settings', { person })
  // What Chromium does, which a test browser without a profile does not.
  const isPrevented = await page.evaluate(() => {
    const prompt = async () => {
      dispatchEvent(new Event('appinstalled'))
      return { outcome: 'accepted' }
    }
    return !dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }))
  })
  expect(isPrevented).toBe(true)
  await section(page).getByRole('button', { name: 'Install' }).click()
  await section(page).getByText('Inboard is installed on this device.').waitFor()
  expect(await section(page).getByRole('button').count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('This device')
})

const counting = () => {
  const { storage } = navigator
  Object.assign(globalThis, { asked: 0 })
  storage.persisted = async () => false
  storage.persist = async () => {
    Object.assign(globalThis, { asked: Reflect.get(globalThis, 'asked') + 1 })
    return false
  }
}
const asked = (page: Page) => page.evaluate(() => Reflect.get(globalThis, 'asked') as number)
const addTwo = async (page: Page) => {
  for (const _ of [1, 2]) {
    const before = await page.getByRole('main').getByRole('listitem').count()
    await add(page, 'Milk')
    await becomes(() => page.getByRole('main').getByRole('listitem').count(), before + 1)
  }
}

test('the app asks the browser to keep its data from the first card on, once if the browser asks the person', async () => {
  const page = await browsing.open('/healthz', { person: await browsing.inboard.signIn() })
  await page.addInitScript(counting)
  const devtools = await page.context().newCDPSession(page)
  for (const [userAgent, times] of [
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 1],
    ['', 2],
  ] as const) {
    await devtools.send('Emulation.setUserAgentOverride', { userAgent })
    await page.goto(browsing.appUrl)
    await composer(page).waitFor()
    expect(await asked(page)).toBe(0)
    await addTwo(page)
    await becomes(() => asked(page), times)
  }
  // It has refused: that matters to who has something unsent.
  await goOffline(page)
  await add(page, 'Bread')
  await page.keyboard.press('Control+k')
  // It opens once the card is written.
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('unsent changes')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByText('This browser may delete unsent changes').waitFor()
})
