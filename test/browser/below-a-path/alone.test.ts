import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { connectAgent } from '../../support/agents/agent.ts'
import { arriveAsNew, linkFor, openLink } from '../../support/browsing/account.ts'
import { add, button, card, composer, heading, link } from '../../support/browsing/boards.ts'
import { becomes, goOffline, inboxOf, makeBoard } from '../../support/browsing/browsing.ts'
import { copiedBy, withClipboard } from '../../support/browsing/clipboard.ts'
import { asksAbout, decide, openConsent } from '../connect/deciding.ts'
import { fakeAgent, pathOf as requestPathOf } from '../connect/fake-agent.ts'
import { isInCharge } from '../offline/worker.ts'
import { hostInTests } from './hosting.ts'

describe.each([
  { way: 'keeps', strips: false },
  { way: 'strips', strips: true },
])('behind a proxy that $way the path', ({ strips }) => {
  const [browsing = expect.unreachable()] = hostInTests([{ path: '/inboard', strips }])

  const agent = fakeAgent(browsing)

  /** Somebody who has signed in by a link, with the worker in charge, and the person's own access to the API. */
  async function arrive() {
    const email = `path-${crypto.randomUUID()}@example.com`
    const person = await browsing.inboard.signIn(email)
    const page = await arriveAsNew(browsing, { email, worker: true })
    await isInCharge(page)
    return { page, person, pathOf: () => page.url().slice(browsing.appUrl.length) }
  }

  test('a link signs in, and every page and link is below the path', async () => {
    const { page, person, pathOf } = await arrive()
    expect(pathOf()).toBe('/')
    const project = await makeBoard(person.client, 'Garden')
    await link(page, /Garden/).click()
    await heading(page, 'Garden').waitFor()
    expect(pathOf()).toBe(`/projects/${project.id}`)
    await page.reload()
    await heading(page, 'Garden').waitFor()
    for (const [key, name, path] of [
      ['t', 'Today', '/today'],
      ['b', 'Bin', '/bin'],
      [',', 'Settings', '/settings'],
      ['i', 'Inbox', '/'],
      [']', 'Garden', `/projects/${project.id}`],
    ] as const) {
      await page.keyboard.press('Escape')
      await page.keyboard.press(key)
      await heading(page, name).waitFor()
      expect(pathOf()).toBe(path)
    }
    await page.goBack()
    await heading(page, 'Inbox').waitFor()
    const links = await page.evaluate(() => [...document.links].map(({ pathname }) => pathname))
    expect(links.length).toBeGreaterThan(3)
    expect(links.filter((path) => !path.startsWith('/inboard/'))).toEqual([])
  })

  test('a copied link to a card is below the path and leads there', async () => {
    const { page, person } = await arrive()
    await add(page, 'Weed')
    await page.context().grantPermissions(withClipboard.permissions)
    await card(page, 'Weed').focus()
    await page.keyboard.press('Control+k')
    // It opens once the card is written.
    await page.getByRole('combobox').waitFor()
    await page.keyboard.type('copy link')
    const copied = await copiedBy(page, () => page.keyboard.press('Enter'))
    await becomes(() => inboxOf(person.client), ['Weed'])
    const { cards } = await person.client.listInboxCards()
    expect(copied).toBe(`${browsing.appUrl}/card/${cards[0]?.id}`)
    await page.goto(copied)
    await card(page, 'Weed').waitFor()
  })

  test('a tab that was opened without the slash at the end moves below it, so that its worker serves it', async () => {
    const { page, pathOf } = await arrive()
    await page.goto(`${browsing.appUrl}?new`)
    await composer(page).and(page.locator(':focus')).waitFor()
    await becomes(async () => pathOf(), '/')
    await isInCharge(page)
  })

  test('offline, it starts, and adds cards that arrive later', async () => {
    const { page, person, pathOf } = await arrive()
    await add(page, 'Milk')
    await becomes(() => inboxOf(person.client), ['Milk'])
    await goOffline(page)
    await page.reload()
    await card(page, 'Milk').waitFor()
    await add(page, 'Bread')
    await card(page, 'Bread').waitFor()
    await page.goto(`${browsing.appUrl}/share?text=Eggs`)
    await button(page, 'Add').click()
    await card(page, 'Eggs').waitFor()
    await page.goto(`${browsing.appUrl}/settings`)
    await heading(page, 'Settings').waitFor()
    expect(pathOf()).toBe('/settings')
    await page.context().setOffline(false)
    await becomes(() => inboxOf(person.client), ['Milk', 'Bread', 'Eggs'])
  })

  test('whatever is shown to be copied has the path', async () => {
    const { page } = await arrive()
    await page.goto(`${browsing.appUrl}/settings`)
    await page.getByText(`inboard login ${browsing.appUrl}`).waitFor()
    await page.getByText(`${browsing.appUrl}/mcp`).first().waitFor()
    await page.getByRole('button', { name: 'Create calendar URL' }).click()
    const url = page.getByText(`${browsing.appUrl}/calendar/`)
    await url.waitFor()
    const calendar = await fetch((await url.innerText()).trim())
    expect([calendar.status, calendar.headers.get('content-type')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
    ])
  })

  test('it can be installed as an app of its own', async () => {
    const { page } = await arrive()
    const devtools = await page.context().newCDPSession(page)
    const { url, errors, data = '' } = await devtools.send('Page.getAppManifest')
    expect([url, errors]).toEqual([`${browsing.appUrl}/assets/inboard.webmanifest`, []])
    const original = readFileSync('src/web/inboard.webmanifest', 'utf8')
    expect(data).toBe(original.replaceAll('"/', '"/inboard/'))
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors')
    // A browser in a test has no profile.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  })

  test('an agent connects itself, in the tab that asked before anybody had signed in', async () => {
    const { user } = await browsing.inboard.signIn()
    const page = await openConsent(browsing, requestPathOf(agent.request))
    await page.getByText('Sign in to connect an agent.').waitFor()
    await openLink(page.context(), await linkFor(browsing.inboard, user.email))
    await asksAbout(page, agent.host).waitFor()
    await decide(page, 'Allow')
    await heading(page, '/callback').waitFor()
    expect(agent.answers.at(-1)).toMatchObject({ iss: browsing.appUrl })
    const robot = await connectAgent(browsing.appUrl, (await agent.exchange()).access_token)
    expect((await robot.use('overview')).isError).toBe(false)
    await robot.close()
  })

  test('a link leads back to the page where it was requested', async () => {
    const email = `back-${crypto.randomUUID()}@example.com`
    const { client } = await browsing.inboard.signIn(email)
    const { id } = await makeBoard(client, 'Garden')
    const page = await browsing.open(`/projects/${id}`)
    await page.getByRole('textbox', { name: 'Email address' }).fill(email)
    await page.keyboard.press('Enter')
    await heading(page, 'Check your mail').waitFor()
    await page.goto(await linkFor(browsing.inboard, email))
    await button(page, 'Continue to Inboard').click()
    await heading(page, 'Garden').waitFor()
    expect(new URL(page.url()).pathname).toBe(`/inboard/projects/${id}`)
  })
})
