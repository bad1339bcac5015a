import { beforeEach, expect, test } from 'vitest'
import { add, boardIs, button, complaint, composer, inboxIs, link } from '../../support/browsing/boards.ts'
import { becomes, inboxOf, makeBoard } from '../../support/browsing/browsing.ts'
import { paste, withClipboard } from '../../support/browsing/clipboard.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { SignedIn } from '../../support/service/inboard.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

test('the field that the app opens with says how to reach the shortcuts', async () => {
  await person.client.addProject({ title: 'Garden' })
  await person.client.addInboxCard({ text: 'Milk' })
  const page = await browsing.open('/', { person })
  await page.locator(':focus[placeholder="Add a card, or press Esc for shortcuts"]').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('textarea[placeholder="Add a card"]').waitFor()
  await page.keyboard.press(']')
  await page.getByRole('heading', { level: 1, name: 'Garden' }).waitFor()
})

test('an empty inbox says how to add cards; the field accepts any text up to 2,000 characters, and keeps longer text', async () => {
  const page = await browsing.open('/', { person })
  await page.getByText('Your inbox is empty.').waitFor()
  await page.getByText('Capture whatever comes to mind below').waitFor()
  await link(page, 'Inbox').waitFor()

  await composer(page).focus()
  for (const text of ['One', 'Two', 'Three']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  await link(page, 'Inbox 3 cards').waitFor()
  expect(await page.getByText('Your inbox is empty.').count()).toBe(0)
  await inboxIs(page, person.client, ['One', 'Two', 'Three'])
  expect(await composer(page).inputValue()).toBe('')

  // Nothing, or nothing but spaces, is no card.
  await page.keyboard.press('Enter')
  await page.keyboard.type('   ')
  await page.keyboard.press('Enter')
  await add(page, 'Four')
  const before = ['One', 'Two', 'Three', 'Four']
  await inboxIs(page, person.client, before)

  const texts = [
    '👩‍👩‍👧‍👦 🏳️‍🌈 naïve',
    'مرحبا بالعالم (1)',
    '<b>bold</b> &amp; <img src=x onerror=alert(1)>',
    '{{constructor}} $1 %s',
    'W'.repeat(300),
    '😀'.repeat(2000),
  ]
  for (const text of texts) await add(page, text)
  await inboxIs(page, person.client, [...before, ...texts])
  expect(await page.locator('.card b, .card img').count()).toBe(0)
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(await overflow()).toBeLessThanOrEqual(0)

  const tooLong = 'x'.repeat(2001)
  await add(page, tooLong)
  await complaint(page, 'Too long by 1 character (limit: 2,000).')
  expect(await composer(page).inputValue()).toBe(tooLong)
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await inboxIs(page, person.client, [...before, ...texts, 'x'.repeat(2000)])
})

test('adding makes many cards of many lines, or one, as one likes', async () => {
  const page = await browsing.open('/', { person, ...withClipboard })
  await composer(page).focus()
  await paste(page, '\nEggs\n\n  Flour \n\t\nSugar\n')
  expect(await button(page, 'Add as one card').isVisible()).toBe(true)
  await button(page, 'Add 3 cards').click()
  await inboxIs(page, person.client, ['Eggs', 'Flour', 'Sugar'])

  // The field has the focus again.
  await paste(page, 'A poem\n\nof two lines\n')
  await button(page, 'Add as one card').click()
  await inboxIs(page, person.client, ['Eggs', 'Flour', 'Sugar', 'A poem\n\nof two lines'])

  await paste(page, 'One line\r\n')
  expect(await button(page, 'Add as one card').count()).toBe(0)
  await page.keyboard.press('Enter')
  await page.keyboard.type('Two')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('Three')
  await page.keyboard.press('Enter')
  await becomes(async () => (await inboxOf(person.client)).slice(4), ['One line', 'Two\nThree'])
  await link(page, 'Inbox 6 cards').waitFor()
})

test('adding works in every column of a board', async () => {
  const { client } = person
  const project = await makeBoard(client, 'Garden', { 'To do': ['Weed'], Doing: ['Dig'] })
  const page = await browsing.open(`/projects/${project.id}`, { person })
  await add(page, 'Water', 'To do')
  await add(page, 'Sow', 'Doing')
  await page.keyboard.type('Rake')
  await page.keyboard.press('Enter')
  await composer(page, 'Done').fill('Plan\nMeasure')
  await page.keyboard.press('Enter')
  await boardIs(page, client, project, {
    'To do': ['Weed', 'Water'],
    Doing: ['Dig', 'Sow', 'Rake'],
    Done: ['Plan', 'Measure'],
  })
  await link(page, 'Garden 5 of 7 open').waitFor()
})
