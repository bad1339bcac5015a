import { beforeEach, expect, test } from 'vitest'
import { lookAt } from '../../../browser/trouble/board.ts'
import { button, composer, heading } from '../../../support/browsing/boards.ts'
import { comeBack } from '../../../support/browsing/browsing.ts'
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
