import { beforeEach, describe, expect, test } from 'vitest'
import { card, editor, link } from '../../support/browsing/boards.ts'
import { becomes } from '../../support/browsing/browsing.ts'
import { spoil } from '../../support/browsing/tab.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { addToInbox, tabFrom } from './texts.ts'

const browsing = browseInTests()
let person: SignedIn
let url: string
beforeEach(async () => {
  person = await browsing.inboard.signIn()
  url = `${browsing.appUrl}/healthz`
})

describe('a link', () => {
  test('is followed by a click or by o, in a tab of its own, and the card is left alone', async () => {
    await addToInbox(person.client, `Read ${url}, then rest`, 'Milk', 'Bread')
    const page = await browsing.open('/', { person })
    await card(page, `Read ${url}, then rest`).focus()
    const first = await tabFrom(page, () => page.keyboard.press('o'))
    await first.waitForURL(url)
    await first.close()
    await card(page, 'Milk').click()
    await card(page, 'Bread').click({ modifiers: ['ControlOrMeta'] })
    await page.getByText('1 selected').waitFor()
    const tab = await tabFrom(page, () => link(page, url).click())
    await tab.waitForURL(url)
    expect(await tab.evaluate(() => window.opener)).toBe(null)
    await tab.close()
    // A headless browser does not always show a tab that opens in the background: that the click is left to it has to do.
    await page.evaluate(() => {
      for (const type of ['click', 'auxclick'])
        addEventListener(type, ({ defaultPrevented }) => {
          document.title = `${type}, ${defaultPrevented}`
        })
    })
    // And it shows it whenever it likes: to the next test, too.
    spoil(page)
    await link(page, url).click({ button: 'middle' })
    await becomes(() => page.title(), 'auxclick, false')
    await link(page, url).click({ modifiers: ['ControlOrMeta'] })
    await becomes(() => page.title(), 'click, false')
    // Neither selected nor unselected.
    expect(await page.locator('.card.selected').allInnerTexts()).toHaveLength(1)
    expect(await editor(page).count()).toBe(0)
    await link(page, url).dblclick()
    await card(page, `Read ${url}, then rest`).getByRole('checkbox').focus()
    expect(await editor(page).count()).toBe(0)
    expect(await link(page, url).getAttribute('rel')).toBe('noopener noreferrer nofollow')
    // Beside the link, the card is a card.
    await page.locator('.card-title').dblclick({ position: { x: 2, y: 8 } })
    await editor(page).waitFor()
    expect(await editor(page).inputValue()).toBe(`Read ${url}, then rest`)
  })
})
