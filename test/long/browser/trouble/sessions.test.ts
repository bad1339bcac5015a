import { beforeEach, expect, test } from 'vitest'
import { lookAt } from '../../../browser/trouble/board.ts'
import { linkWith, openLink } from '../../../support/browsing/account.ts'
import { boardIs, button, composer, edit, editor, heading } from '../../../support/browsing/boards.ts'
import { becomes, comeBack, intercept } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'
import type { SignedIn } from '../../../support/service/inboard.ts'

// Sessions end here by the clock.
const browsing = browseInTests({})
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

const monthLater = () => browsing.inboard.clock.advance(31 * 24 * 60 * 60 * 1000)

test('a session that ends while somebody is typing takes no key for the address', async () => {
  const { page } = await lookAt(browsing, person, { 'To do': ['Weed'] })
  const { inboard } = browsing
  const { email } = person.user
  await page.evaluate((text) => localStorage.setItem('inboard.address', JSON.stringify(text)), email)
  await page.reload()
  await composer(page, 'Doing').focus()
  await page.keyboard.type('Dig')
  monthLater()
  await comeBack(page)
  await heading(page, 'Sign in again').and(page.locator(':focus')).waitFor()
  const before = inboard.mails().length
  await page.keyboard.type(' deeper')
  await page.keyboard.press('Enter')
  expect(await page.getByLabel('Email address').inputValue()).toBe(email)

  // A person who goes to the field is understood there, and nobody else was sent a link.
  await page.getByLabel('Email address').press('Enter')
  await inboard.linkTo(email)
  expect(inboard.mails()).toHaveLength(before + 1)
  await button(page, 'Use another address').click()
  await page.getByLabel('Email address').and(page.locator(':focus')).waitFor()
})

test('a session that ends in the middle of work costs nothing that was typed', async () => {
  const { page, project } = await lookAt(browsing, person, { 'To do': ['Weed'] })
  const { email } = person.user
  const here = page.url()
  let mails = 0
  const signInAgain = async (meanwhile = async () => {}) => {
    await heading(page, 'Sign in again').waitFor()
    await meanwhile()
    expect(page.url()).toBe(here)
    expect(await page.getByText('Weed').count()).toBe(0)
    await page.getByLabel('Email address').fill(email)
    await page.keyboard.press('Enter')
    await heading(page, 'Check your mail').waitFor()
    const { inboard } = browsing
    const other = await openLink(page.context(), linkWith(inboard, await inboard.linkTo(email, ++mails)))
    await heading(page, 'Garden').waitFor()
    expect(page.url()).toBe(here)
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('inboard.session') ?? '{}').token)
    person = { ...person, client: inboard.client(token) }
    await other.close()
  }

  // While one edits, noticed on coming back to the tab.
  await edit(page, 'Weed', 'Weed the beds')
  monthLater()
  await comeBack(page)
  await signInAgain()
  await becomes(() => editor(page).inputValue(), 'Weed the beds')
  await editor(page).press('Enter')
  await boardIs(page, person.client, project, { 'To do': ['Weed the beds'] })

  // While cards are added, noticed by the first of them. The month ends when that is sent: if it ended sooner, the page
  // could be replaced before the card is typed.
  await intercept(page, '**/api/batch', (route) => {
    monthLater()
    return route.continue()
  })
  await composer(page, 'Doing').focus()
  await page.keyboard.type('Dig')
  await page.keyboard.press('Enter')
  await signInAgain(() => page.unrouteAll({ behavior: 'wait' }))
  await boardIs(page, person.client, project, { 'To do': ['Weed the beds'], Doing: ['Dig'] })
})
