import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { objectionsTo } from '../support/browsing/axe.ts'
import { add, button, card, composer, heading, tick } from '../support/browsing/boards.ts'
import { becomes, boardOn, gatewayDown, goOffline, inboxOf, intercept } from '../support/browsing/browsing.ts'
import { sitDown } from '../support/browsing/keys.ts'
import { browseInTests } from '../support/browsing/tests.ts'
import type { SignedIn } from '../support/service/inboard.ts'

const browsing = browseInTests()

const offlineMark = 'Offline · everything is kept on this device'
const mark = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog', { name: 'What is waiting to be sent' })

async function inboxWith(...texts: string[]): Promise<{ page: Page; person: SignedIn }> {
  const person = await browsing.inboard.signIn()
  for (const text of texts) await person.client.addInboxCard({ text })
  const page = await browsing.open('/', { person })
  for (const text of texts) await card(page, text).waitFor()
  return { page, person }
}

test('there is no mark while all is well, and none flickers at every change', async () => {
  const { page, person } = await inboxWith('Milk')
  const seen = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let marks = 0
        const watch = new MutationObserver(() => {
          marks += document.querySelectorAll('.mark').length
        })
        watch.observe(document.body, { childList: true, subtree: true })
        addEventListener('looked', () => resolve(marks))
      }),
  )
  await tick(page, 'Milk').click()
  await add(page, 'Bread')
  await becomes(() => inboxOf(person.client), ['Milk', 'Bread'])
  await page.evaluate(() => dispatchEvent(new Event('looked')))
  expect(await seen).toBe(0)
})

test('offline, the mark says that everything is kept, once; it lists what waits, and goes when that is sent', async () => {
  const { page, person } = await inboxWith('Milk', 'Bread')
  await goOffline(page)
  await tick(page, 'Milk').click()
  await add(page, 'Eggs')
  await mark(page, offlineMark).waitFor()
  await page.getByRole('status').filter({ hasText: 'You are offline. Everything you do is kept' }).waitFor()
  expect(await objectionsTo(page)).toEqual([])
  await mark(page, offlineMark).press('Enter')
  await becomes(
    () => dialog(page).locator('.waiting li').allTextContents(),
    ['Complete “Milk”', 'Add “Eggs” to Inbox'],
  )
  expect(await objectionsTo(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await objectionsTo(page, 'appearance')).toEqual([])
  await page.context().setOffline(false)
  await dialog(page).getByRole('heading', { name: 'Everything has been sent' }).waitFor()
  await page.keyboard.press('Escape')
  await becomes(() => page.locator('.mark').count(), 0)
  await becomes(() => inboxOf(person.client), ['Milk', 'Bread', 'Eggs'])
})

test('a stream that has not noticed that the network is gone is not believed', async () => {
  const { page, person } = await inboxWith('Milk')
  await person.client.addInboxCard({ text: 'Comes by the stream' })
  await card(page, 'Comes by the stream').waitFor()
  await intercept(page, '**/api/**', (route) => route.abort())
  await add(page, 'Bread')
  await mark(page, offlineMark).waitFor()
})

test('a server that is down for a while only makes changes wait, however often the page is loaded', async () => {
  const { page, person } = await inboxWith('Milk')
  await intercept(page, '**/api/batch', gatewayDown)
  await add(page, 'Bread')
  await mark(page, '1 change waiting').waitFor()
  await page.reload()
  await mark(page, '1 change waiting').waitFor()
  expect(await boardOn(page)).toEqual({ Inbox: ['Milk', 'Bread'] })
  await mark(page, '1 change waiting').click()
  await page.unroute('**/api/batch')
  await dialog(page).getByRole('button', { name: 'Send now' }).click()
  await becomes(() => inboxOf(person.client), ['Milk', 'Bread'])
  await becomes(() => page.locator('.mark').count(), 0)
})

test('many changes of one kind are counted, and a moved card is one change', async () => {
  const { page, press } = await sitDown(browsing, { 'To do': ['A', 'B', 'C', 'D'], Doing: ['E'] })
  await goOffline(page)
  await press('ArrowDown', 'Control+a', 'm')
  await page.keyboard.type('done')
  await press('Enter')
  await becomes(() => boardOn(page), { 'To do': [], Doing: ['E'], Done: ['A', 'B', 'C', 'D'] })
  await mark(page, offlineMark).waitFor()
  await mark(page, offlineMark).click()
  await becomes(
    () => dialog(page).locator('.waiting li').allTextContents(),
    ['Move 4 cards to Garden · Done'],
  )
  await page.context().setOffline(false)
})

describe('what the server refuses for good', () => {
  /** Everything but the batch works; that is answered as if each operation were refused. */
  async function refuseAll(page: Page, code: string, detail: string): Promise<void> {
    await intercept(page, '**/api/batch', async (route) => {
      const { operations } = route.request().postDataJSON()
      const results = operations.map(() => ({
        status: 409,
        body: { type: 'about:blank', title: 'Conflict', status: 409, code, detail },
      }))
      await route.fulfill({ json: { results } })
    })
  }
  const full = 'Your account holds as many cards as it may. Delete some first.'

  test('needs the person: who can correct the text, and try again', async () => {
    const { page, person } = await inboxWith('Milk')
    await refuseAll(page, 'card_limit_reached', full)
    await add(page, 'Bread')
    await mark(page, '1 change needs you').waitFor()
    await page.getByRole('status').filter({ hasText: 'Some changes could not be saved' }).waitFor()
    expect(await objectionsTo(page)).toEqual([])
    // It survives the page.
    await page.reload()
    await mark(page, '1 change needs you').press('Enter')
    await dialog(page).getByText('Add “Bread” to Inbox').waitFor()
    await dialog(page).getByText(full).waitFor()
    expect(await objectionsTo(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    expect(await objectionsTo(page, 'appearance')).toEqual([])
    const field = dialog(page).getByRole('textbox', { name: 'Your text' })
    await field.fill('Brown bread')
    // What is being corrected is not lost by closing the dialog.
    await page.keyboard.press('Escape')
    await mark(page, '1 change needs you').press('Enter')
    expect(await field.inputValue()).toBe('Brown bread')
    await page.unroute('**/api/batch')
    await button(page, 'Try again').press('Enter')
    await dialog(page).getByRole('heading', { name: 'Everything has been sent' }).waitFor()
    await becomes(() => inboxOf(person.client), ['Milk', 'Brown bread'])
    await page.keyboard.press('Escape')
    await becomes(() => boardOn(page), { Inbox: ['Milk', 'Brown bread'] })
  })

  test('does not hold up what comes after it, and can be discarded', async () => {
    const { page, person } = await inboxWith('Milk')
    await refuseAll(page, 'card_limit_reached', full)
    await add(page, 'Bread')
    await mark(page, '1 change needs you').waitFor()
    await page.unroute('**/api/batch')
    await tick(page, 'Milk').click()
    await becomes(async () => (await person.client.listInboxCards()).cards[0]?.complete, true)
    await mark(page, '1 change needs you').click()
    await button(page, 'Discard').click()
    await dialog(page).getByRole('heading', { name: 'Everything has been sent' }).waitFor()
    await page.keyboard.press('Escape')
    await becomes(() => page.locator('.mark').count(), 0)
    expect(await inboxOf(person.client)).toEqual(['Milk'])
  })

  test('as a text for a card that is gone becomes a card of its own', async () => {
    const { page, person } = await inboxWith('Milk', 'Bread')
    await goOffline(page)
    await card(page, 'Bread').focus()
    await page.keyboard.press('e')
    await page.getByRole('textbox', { name: 'Card text' }).fill('Brown bread')
    await page.keyboard.press('Enter')
    await card(page, 'Brown bread').waitFor()
    const [, bread] = (await person.client.listInboxCards()).cards
    await person.client.removeCard({ id: bread?.id ?? '' })
    await page.context().setOffline(false)
    await mark(page, '1 change needs you').waitFor()
    await mark(page, '1 change needs you').click()
    await dialog(page).getByText('The card was deleted elsewhere.').waitFor()
    await button(page, 'Keep as a new card').click()
    await becomes(() => inboxOf(person.client), ['Milk', 'Brown bread'])
  })
})

describe('signing out', () => {
  test('asks first if something would be lost, and can send it first', async () => {
    const { page, person } = await inboxWith('Milk')
    const { token: script } = await person.client.makeApiToken({ label: 'Script', scope: 'read' })
    await intercept(page, '**/api/batch', (route) => route.abort())
    await add(page, 'Bread')
    await add(page, 'Eggs')
    await becomes(() => boardOn(page), { Inbox: ['Milk', 'Bread', 'Eggs'] })
    await page.goto(`${browsing.appUrl}/settings`)
    await button(page, 'Sign out').click()
    const question = page.getByRole('dialog', { name: 'Sign out?' })
    await question.getByText('2 changes that have not reached the server would be lost.').waitFor()
    expect(await objectionsTo(page)).toEqual([])
    await question.getByRole('button', { name: 'Stay' }).click()
    await question.waitFor({ state: 'detached' })
    await button(page, 'Sign out').click()
    await question.getByRole('button', { name: 'Send the changes first' }).click()
    await page.unroute('**/api/batch')
    await page.getByRole('textbox', { name: 'Email' }).waitFor()
    expect(await inboxOf(browsing.inboard.client(script))).toEqual(['Milk', 'Bread', 'Eggs'])
  })

  test('asks first if a text of any tab is typed but not saved', async () => {
    const { page } = await inboxWith('Milk')
    const other = await page.context().newPage()
    await other.goto(browsing.appUrl)
    await composer(other).fill('Half a thought')
    await page.goto(`${browsing.appUrl}/settings`)
    await button(page, 'Sign out').click()
    const question = page.getByRole('dialog', { name: 'Sign out?' })
    await question
      .getByText('1 text that you have typed but not saved would be lost.', { exact: true })
      .waitFor()
    // There is nothing to send.
    expect(await question.getByRole('button').allInnerTexts()).toEqual(['Stay', 'Sign out and lose it'])
    expect(await objectionsTo(page)).toEqual([])
    await button(page, 'Stay').click()
    expect(await composer(other).inputValue()).toBe('Half a thought')
    await button(page, 'Sign out').click()
    await button(page, 'Sign out and lose it').click()
    await page.getByRole('textbox', { name: 'Email' }).waitFor()
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Half a thought')
  })

  test('sends the changes first, and then still asks about what is typed', async () => {
    const { page, person } = await inboxWith('Milk')
    await intercept(page, '**/api/batch', (route) => route.abort())
    await add(page, 'Bread')
    await becomes(() => boardOn(page), { Inbox: ['Milk', 'Bread'] })
    await composer(page).fill('Half a thought')
    await page.goto(`${browsing.appUrl}/settings`)
    await button(page, 'Sign out').click()
    const question = page.getByRole('dialog', { name: 'Sign out?' })
    await question
      .getByText(
        '1 change that has not reached the server and 1 text that you have typed but not saved would be lost.',
      )
      .waitFor()
    expect(await objectionsTo(page)).toEqual([])
    await question.getByRole('button', { name: 'Send the change first' }).click()
    await page.unroute('**/api/batch')
    await question
      .getByText('1 text that you have typed but not saved would be lost.', { exact: true })
      .waitFor()
    expect(await inboxOf(person.client)).toEqual(['Milk', 'Bread'])
  })

  test('does not speak of loss any more once everything is sent', async () => {
    const { page } = await inboxWith('Milk')
    await intercept(page, '**/api/batch', (route) => route.abort())
    await add(page, 'Bread')
    await becomes(() => boardOn(page), { Inbox: ['Milk', 'Bread'] })
    await page.goto(`${browsing.appUrl}/settings`)
    await button(page, 'Sign out').click()
    const question = page.getByRole('dialog', { name: 'Sign out?' })
    await question.getByText('1 change that has not reached the server would be lost.').waitFor()
    await page.unroute('**/api/batch')
    await question.getByText('Everything has reached the server.').waitFor()
    expect(await question.getByRole('button').allInnerTexts()).toEqual(['Stay', 'Sign out'])
    await question.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('textbox', { name: 'Email' }).waitFor()
  })

  test('does not ask if nothing is waiting', async () => {
    const { page } = await inboxWith('Milk')
    await page.goto(`${browsing.appUrl}/settings`)
    await button(page, 'Sign out').click()
    await page.getByRole('textbox', { name: 'Email' }).waitFor()
  })
})

describe('where nothing can be kept on this device', () => {
  test('it is said once, with the reason, and everything works online', async () => {
    const person = await browsing.inboard.signIn()
    const page = await browsing.open('/', { person })
    await heading(page, 'Inbox').waitFor()
    await page.context().addInitScript(() => {
      // As on plain http.
      Reflect.deleteProperty(Navigator.prototype, 'locks')
    })
    await page.reload()
    await page.getByText('Here your changes are only kept once the server has them.').waitFor()
    await button(page, 'Why?').click()
    await dialog(page).getByText('the app does not work offline').waitFor()
    expect(await objectionsTo(page)).toEqual([])
    await page.keyboard.press('Escape')
    await add(page, 'Milk')
    await becomes(() => inboxOf(person.client), ['Milk'])
    await page.reload()
    await card(page, 'Milk').waitFor()
    expect(await button(page, 'Why?').count()).toBe(0)
  })
})

test('a complaint stays, with others, until it is dismissed; other messages come and go below it', async () => {
  const { page } = await inboxWith('Milk')
  const complaints = () => page.locator('.complaint p').allTextContents()
  const tooLong = (by: number) => `Not saved: this is ${by} characters too long. At most 2000 fit.`
  const field = page.getByRole('textbox', { name: 'Add a card to Inbox' })
  for (const by of [2, 3, 3, 4, 5]) {
    await field.fill('x'.repeat(2000 + by))
    await page.keyboard.press('Enter')
  }
  await becomes(complaints, [3, 4, 5].map(tooLong))
  await field.fill('')
  await tick(page, 'Milk').click()
  await page.getByRole('status').filter({ hasText: 'Completed “Milk”.' }).waitFor()
  expect(await complaints()).toEqual([3, 4, 5].map(tooLong))
  expect(await objectionsTo(page)).toEqual([])
  await page.getByRole('button', { name: 'Dismiss' }).nth(1).click()
  await becomes(complaints, [3, 5].map(tooLong))
})
