import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { heading, linkWith, openLink, status } from '../support/browsing/account.ts'
import { button, composer } from '../support/browsing/boards.ts'
import { becomes, boardOn, inboxOf } from '../support/browsing/browsing.ts'
import { browseInTests } from '../support/browsing/tests.ts'

const browsing = browseInTests()

const share = (parts: Record<string, string>) => `/share?${new URLSearchParams(parts)}`
const question = (page: Page) => heading(page, 'Add to your inbox?')
const shown = (page: Page) => page.getByRole('textbox', { name: 'What was shared' })

describe('the manifest', () => {
  interface Manifest {
    [name: string]: unknown
    icons: { src: string; sizes: string; type: string; purpose?: string }[]
    screenshots: { src: string; sizes: string; type: string; form_factor: string; label: string }[]
    shortcuts: { name: string; url: string; icons: Manifest['icons'] }[]
    share_target: { action: string; method: string; params: Record<string, string> }
  }

  test('makes the app installable, as far as the browser is concerned', async () => {
    const page = await browsing.open('/')
    await page.waitForFunction(() => navigator.serviceWorker.controller)
    const devtools = await page.context().newCDPSession(page)
    const { url, errors } = await devtools.send('Page.getAppManifest')
    expect([url, errors]).toEqual([`${browsing.appUrl}/assets/inboard.webmanifest`, []])
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    const errorIds = installabilityErrors.map(({ errorId }) => errorId)
    // Where nothing could be installed: a browser in a test has no profile.
    expect(errorIds.filter((id) => id !== 'in-incognito')).toEqual([])
  })

  test('says what it is called, how it opens, and what it can take', async () => {
    const { headers, body } = await browsing.inboard.request('GET', '/assets/inboard.webmanifest')
    expect(headers.get('content-type')).toBe('application/manifest+json')
    const manifest: Manifest = body
    expect(manifest).toMatchObject({
      id: '/',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      name: 'Inboard',
      short_name: 'Inboard',
      description: expect.stringMatching(/./),
      theme_color: expect.stringMatching(/^#/),
      background_color: expect.stringMatching(/^#/),
      share_target: {
        action: '/share',
        method: 'GET',
        params: { title: 'title', text: 'text', url: 'url' },
      },
    })
    expect(manifest.shortcuts.map(({ name, url }) => [name, url])).toEqual([
      ['New card', '/?new'],
      ['Inbox', '/'],
    ])
    expect(manifest.icons.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
      ['any', undefined],
      ['192x192', undefined],
      ['512x512', undefined],
      ['512x512', 'maskable'],
    ])
    expect(manifest.screenshots.map(({ form_factor }) => form_factor)).toEqual(['wide', 'narrow'])

    const page = await browsing.open('/')
    const pictures = [
      ...manifest.icons,
      ...manifest.screenshots,
      ...manifest.shortcuts.flatMap(({ icons }) => icons),
    ]
    for (const { src, sizes, type } of pictures) {
      const answer = await fetch(browsing.inboard.url + src)
      expect([src, answer.status, answer.headers.get('content-type')]).toEqual([src, 200, type])
      expect((await answer.arrayBuffer()).byteLength).toBeLessThan(40_000)
      if (sizes === 'any') continue
      const size = await page.evaluate(async (path) => {
        const { width, height } = await createImageBitmap(await (await fetch(path)).blob())
        return `${width}x${height}`
      }, src)
      expect([src, size]).toEqual([src, sizes])
    }
  })
})

describe('what another app shares', () => {
  test('becomes one card of the inbox, when its button is pressed, and is not offered again', async () => {
    const person = await browsing.inboard.signIn()
    await person.client.addInboxCard({ text: 'Bread' })
    const page = await browsing.open('/', { person })
    await page.goto(
      browsing.appUrl + share({ title: 'A page', text: 'A page', url: 'https://example.com/?a=1&b' }),
    )
    await question(page).waitFor()
    expect(await shown(page).inputValue()).toBe('A page\nhttps://example.com/?a=1&b')
    await page.getByText(`You are signed in as ${person.user.email}.`).waitFor()
    // Any site can link here: nothing happens unless it is wanted.
    await page.reload()
    await question(page).waitFor()
    expect(await inboxOf(person.client)).toEqual(['Bread'])

    await button(page, 'Add').click()
    await heading(page, 'Inbox').waitFor()
    await status(page, 'Added to your inbox.').waitFor()
    const cards = ['Bread', 'A page\nhttps://example.com/?a=1&b']
    await becomes(() => boardOn(page), { Inbox: cards })
    await becomes(() => inboxOf(person.client), cards)
    expect(page.url()).toBe(`${browsing.appUrl}/`)
    await page.reload()
    await becomes(() => boardOn(page), { Inbox: cards })
    await page.goBack()
    await heading(page, 'Inbox').waitFor()
    expect(await inboxOf(person.client)).toEqual(cards)
  })

  test('goes on in more cards if it is too long, and can be declined', async () => {
    const person = await browsing.inboard.signIn()
    const text = Array.from({ length: 600 }, (_, index) => `word${index}`).join(' ')
    const page = await browsing.open(share({ text }), { person })
    await page.getByText('It is long, so it becomes 3 cards.').waitFor()
    await button(page, 'Do not add').click()
    await heading(page, 'Inbox').waitFor()
    expect(page.url()).toBe(`${browsing.appUrl}/`)
    expect(await inboxOf(person.client)).toEqual([])

    await page.goto(browsing.appUrl + share({ text }))
    await button(page, 'Add').focus()
    await page.keyboard.press('Enter')
    await becomes(async () => (await inboxOf(person.client)).join(' '), text)
    expect(await inboxOf(person.client)).toHaveLength(3)
  })

  test('survives signing in, in the tab of the link, too', async () => {
    const { inboard, appUrl } = browsing
    const email = 'sharing@example.com'
    const page = await browsing.open(share({ title: 'Tea & cake', text: '100 % #now' }))
    await page.getByLabel('Email address').fill(email)
    await page.keyboard.press('Enter')
    await heading(page, 'Check your mail').waitFor()
    const opened = await openLink(page.context(), linkWith(inboard, await inboard.linkTo(email)))
    for (const tab of [opened, page]) {
      await question(tab).waitFor()
      expect(await shown(tab).inputValue()).toBe('Tea & cake\n100 % #now')
    }
    await button(opened, 'Add').click()
    await becomes(() => boardOn(opened), { Inbox: ['Tea & cake\n100 % #now'] })
    expect(opened.url()).toBe(`${appUrl}/`)
  })

  test('is nothing, sometimes', async () => {
    const page = await browsing.open(share({ text: ' ' }), { person: await browsing.inboard.signIn() })
    await heading(page, 'Nothing was shared').waitFor()
    await page.getByRole('link', { name: 'Go to your inbox' }).click()
    await heading(page, 'Inbox').waitFor()
  })

  test('is text, whatever it looks like', async () => {
    const person = await browsing.inboard.signIn()
    const text = '<img src=x onerror=alert(1)> javascript:alert(1) \u0000'
    const page = await browsing.open(share({ title: '<b>x</b>', text }), { person })
    expect(await shown(page).inputValue()).toBe('<b>x</b>\n<img src=x onerror=alert(1)> javascript:alert(1)')
    expect(await page.locator('img, b').count()).toBe(0)
  })
})

test('the shortcut "New card" opens the inbox with the cursor in its field, once', async () => {
  const page = await browsing.open('/?new', { person: await browsing.inboard.signIn() })
  await composer(page).and(page.locator(':focus')).waitFor()
  expect(page.url()).toBe(`${browsing.appUrl}/`)
  await page.reload()
  await composer(page).waitFor()
  expect(await composer(page).evaluate((field) => field === document.activeElement)).toBe(false)
})

describe('the settings', () => {
  const section = (page: Page) => page.getByRole('region', { name: 'This device' })

  test('say how to install it where the browser offers nothing', async () => {
    const person = await browsing.inboard.signIn()
    const page = await browsing.open('/settings', { person })
    await section(page).getByText('Your browser may be able to install Inboard').waitFor()
    // What Safari on a phone has.
    await page.addInitScript(() => Object.assign(navigator, { standalone: false }))
    await page.reload()
    await section(page).getByText('tap Share in your browser, then Add to Home Screen').waitFor()
    expect(await section(page).getByRole('button').count()).toBe(0)
  })

  test('install it where the browser offers to, without a banner, and say so', async () => {
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
})

describe('what is on this device', () => {
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
    for (const text of ['One', 'Two']) {
      await composer(page).fill(text)
      await page.keyboard.press('Enter')
      await page.getByRole('listitem', { name: text }).waitFor()
    }
  }

  test('is to be kept from the first card on; a browser that asks the person is asked once', async () => {
    for (const [userAgent, times] of [
      [undefined, 2],
      ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 1],
    ] as const) {
      const person = await browsing.inboard.signIn()
      const page = await browsing.open('/healthz', { person, ...(userAgent && { userAgent }) })
      await page.addInitScript(counting)
      await page.goto(browsing.appUrl)
      await composer(page).waitFor()
      expect(await asked(page)).toBe(0)
      await addTwo(page)
      await becomes(() => asked(page), times)
    }
  })
})
