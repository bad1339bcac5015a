import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { button, editor } from '../../support/browsing/boards.ts'
import { becomes, boardOn } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { addToInbox, longNotes, longTitle } from './texts.ts'

const browsing = browseInTests()
let person: SignedIn
let url: string
beforeEach(async () => {
  person = await browsing.inboard.signIn()
  url = `${browsing.appUrl}/docs`
})

describe('title and notes', () => {
  const showAll = (page: Page, of: string) => button(page, `Show all of ${of}`)
  const heightOf = async (target: Locator) => (await target.boundingBox())?.height ?? 0

  test('are cut off on the board, and shown whole where a person asks for it', async () => {
    await addToInbox(person.client, 'Milk', `Bread\n\n${longNotes}`, longTitle, 'Eggs\nsix of them')
    const page = await browsing.open('/', { person })
    await showAll(page, 'Bread').waitFor()
    expect(await page.getByRole('button', { name: /^Show all/ }).count()).toBe(2)
    expect(await boardOn(page)).toEqual({
      Inbox: ['Milk', `Bread\n\n${longNotes}`, longTitle, 'Eggs\nsix of them'],
    })
    const bread = page.locator('.card').nth(1)
    const short = await heightOf(bread)
    const isExpanded = () => showAll(page, 'Bread').getAttribute('aria-expanded')
    expect(await isExpanded()).toBe('false')

    await showAll(page, 'Bread').click()
    await becomes(isExpanded, 'true')
    const whole = await heightOf(bread)
    expect(whole).toBeGreaterThan(2 * short)
    await showAll(page, 'Bread').click()
    await becomes(() => heightOf(bread), short)
    expect(await editor(page).count()).toBe(0)

    // By key, from the card, and by name.
    await bread.focus()
    await page.keyboard.press('v')
    await becomes(() => heightOf(bread), whole)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('show less')
    await page.getByRole('option', { name: 'Show less v' }).waitFor()
    await page.keyboard.press('Enter')
    await becomes(() => heightOf(bread), short)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('v')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('show more')
    await page.getByText('Nothing matches').waitFor()
    await page.keyboard.press('Escape')

    // Opened, all of it is there to be edited.
    await bread.focus()
    await page.keyboard.press('Enter')
    await becomes(() => editor(page).inputValue(), `Bread\n\n${longNotes}`)
    expect(await editor(page).evaluate((field) => field.scrollHeight - field.clientHeight)).toBe(0)
    await editor(page).fill('Bread\nand butter')
    await page.keyboard.press('Enter')
    await becomes(() => showAll(page, 'Bread').count(), 0)
  })

  test('are shown whole when the keyboard gets to a link that is cut off, and told apart in a search', async () => {
    await addToInbox(person.client, `Bread\n${longNotes}\n${url}`, 'Rolls\nwholemeal, from the mill')
    const page = await browsing.open('/', { person })
    await showAll(page, 'Bread').waitFor()
    await page.locator('.card').first().focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await becomes(() => page.evaluate(() => document.activeElement?.textContent), url)
    await becomes(() => showAll(page, 'Bread').getAttribute('aria-expanded'), 'true')
    expect(
      await page.evaluate(() => {
        const { left, top } = document.activeElement?.getBoundingClientRect() ?? new DOMRect()
        return document.elementFromPoint(left + 5, top + 5) === document.activeElement
      }),
    ).toBe(true)

    // The title is shown, and found by the notes.
    await page.keyboard.press('/')
    await page.keyboard.type('wholemeal')
    const option = page.getByRole('option')
    await becomes(() => option.locator('.name').allInnerTexts(), ['Rolls', 'Add to inbox: wholemeal'])
    await page.keyboard.press('Enter')
    await becomes(() => page.evaluate(() => document.activeElement?.matches('.card')), true)
  })
})
