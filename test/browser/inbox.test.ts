import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  add,
  boardIs,
  button,
  complaint,
  composer,
  edit,
  editor,
  inboxIs,
  link,
  startEditing,
  tick,
} from '../support/browsing/boards.ts'
import { becomes, boardOn, inboxOf, intercept, makeBoard } from '../support/browsing/browsing.ts'
import { browseInTests } from '../support/browsing/tests.ts'
import type { SignedIn } from '../support/service/inboard.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

/** As from another program. */
async function paste(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('ControlOrMeta+v')
}

describe('adding', () => {
  test('begins with an empty inbox that says how: type, Enter, type the next', async () => {
    const page = await browsing.open('/', { person })
    await page.getByText('Nothing waits for you.').waitFor()
    await page.getByText('Capture whatever comes to mind below').waitFor()
    await link(page, 'Inbox').waitFor()

    const texts = Array.from({ length: 10 }, (_, index) => `Thought ${index + 1}`)
    await composer(page).focus()
    for (const text of texts) {
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    }
    await link(page, 'Inbox 10 waiting').waitFor()
    expect(await page.getByText('Nothing waits for you.').count()).toBe(0)
    await inboxIs(page, person.client, texts)
    expect(await composer(page).inputValue()).toBe('')

    await page.keyboard.press('Enter')
    await page.keyboard.type('   ')
    await page.keyboard.press('Enter')
    await page.reload()
    await inboxIs(page, person.client, texts)
  })

  test('makes many cards of many lines, or one, as one likes', async () => {
    const page = await browsing.open('/', { person })
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
    await becomes(async () => (await inboxOf(person.client)).slice(4), ['One line', 'Two', 'Three'])
    await link(page, 'Inbox 7 waiting').waitFor()
  })

  test('works in every column of a board', async () => {
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
    await link(page, 'Garden 5 open of 7').waitFor()
  })

  test('takes any text as it is, up to 2,000 characters, and keeps what is longer in its field', async () => {
    const page = await browsing.open('/', { person })
    const texts = [
      '👩‍👩‍👧‍👦 🏳️‍🌈 naïve',
      'مرحبا بالعالم (1)',
      '<b>bold</b> &amp; <img src=x onerror=alert(1)>',
      '{{constructor}} $1 %s',
      'W'.repeat(300),
      '😀'.repeat(2000),
    ]
    for (const text of texts) await add(page, text)
    await inboxIs(page, person.client, texts)
    expect(await page.locator('.card b, .card img').count()).toBe(0)
    const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(await overflow()).toBeLessThanOrEqual(0)

    const tooLong = 'x'.repeat(2001)
    await add(page, tooLong)
    await complaint(page, 'Not saved: this is a character too long. At most 2000 fit.')
    expect(await composer(page).inputValue()).toBe(tooLong)
    await inboxIs(page, person.client, texts)
    await page.reload()
    await becomes(() => composer(page).inputValue(), tooLong)
    await page.keyboard.press('n')
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Enter')
    await inboxIs(page, person.client, [...texts, 'x'.repeat(2000)])
  })
})

describe('a card', () => {
  test('is edited in place: a double click opens it, Enter and leaving save, Escape does not', async () => {
    const { client } = person
    await client.addInboxCard({ text: 'Milk' })
    await client.addInboxCard({ text: 'Bread' })
    const page = await browsing.open('/', { person })

    await edit(page, 'Milk', 'Oat milk')
    await page.keyboard.press('Enter')
    await inboxIs(page, client, ['Oat milk', 'Bread'])

    await edit(page, 'Bread', '  Brown bread ')
    await composer(page).click()
    await inboxIs(page, client, ['Oat milk', 'Brown bread'])

    await edit(page, 'Oat milk', 'Nothing of this')
    await page.keyboard.press('Escape')
    await inboxIs(page, client, ['Oat milk', 'Brown bread'])
    // What was thrown away does not come back.
    await startEditing(page, 'Oat milk')
    expect(await editor(page).inputValue()).toBe('Oat milk')
    await editor(page).fill(' ')
    await page.keyboard.press('Enter')
    await inboxIs(page, client, ['Oat milk', 'Brown bread'])

    await startEditing(page, 'Oat milk')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('two litres')
    await page.keyboard.press('Enter')
    await inboxIs(page, client, ['Oat milk\ntwo litres', 'Brown bread'])
  })

  test('that is made too long is not saved, and its text is there when it is edited again', async () => {
    const { client } = person
    await client.addInboxCard({ text: '😀'.repeat(1500) })
    const page = await browsing.open('/', { person })
    await startEditing(page)
    await page.keyboard.type(' and so on')
    await page.keyboard.press('Enter')
    await inboxIs(page, client, [`${'😀'.repeat(1500)} and so on`])

    const tooLong = 'y'.repeat(2001)
    await startEditing(page)
    await editor(page).fill(tooLong)
    await page.keyboard.press('Enter')
    await complaint(page, 'Not saved: this is a character too long. At most 2000 fit.')
    await page.reload()
    await inboxIs(page, client, [`${'😀'.repeat(1500)} and so on`])
    await startEditing(page)
    expect(await editor(page).inputValue()).toBe(tooLong)
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Enter')
    await inboxIs(page, client, ['y'.repeat(2000)])
  })

  test('is completed and reopened by one click, and the count follows at once', async () => {
    const { client } = person
    for (const text of ['Milk', 'Bread']) await client.addInboxCard({ text })
    const page = await browsing.open('/', { person })
    await link(page, 'Inbox 2 waiting').waitFor()
    const completed = async () =>
      (await client.listInboxCards()).cards.filter(({ complete }) => complete).map(({ text }) => text)

    // Nothing is answered before the page has been looked at.
    const held = Promise.withResolvers<void>()
    await intercept(page, '**/api/batch', async (route) => {
      await held.promise
      await route.continue()
    })
    await tick(page, 'Milk').click()
    await link(page, 'Inbox 1 waiting').waitFor()
    expect(await tick(page, 'Milk').isChecked()).toBe(true)
    expect(await completed()).toEqual([])
    held.resolve()
    await becomes(completed, ['Milk'])

    await tick(page, 'Bread').click()
    await link(page, 'Inbox').waitFor()
    await tick(page, 'Milk').click()
    await link(page, 'Inbox 1 waiting').waitFor()
    await becomes(completed, ['Bread'])
    await becomes(() => boardOn(page), { Inbox: ['Milk', 'Bread'] })
  })
})
