import { describe, expect, test } from 'vitest'
import { button, editor } from '../../support/browsing/boards.ts'
import { becomes } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { boxOf, card, cardHasFocus, isClosed, item, items, menu, rightClick, sit } from './desk.ts'

const browsing = browseInTests()

describe('with the mouse', () => {
  test('the menu of a card opens below its button, and the page stays as it was', async () => {
    const { page, boardIs } = await sit(browsing)
    const more = button(page, 'Actions for Weed')
    expect(await more.getAttribute('aria-haspopup')).toBe('menu')
    expect(await more.getAttribute('aria-expanded')).toBe('false')
    await card(page, 'Weed').hover()
    await more.click()
    await menu(page).and(page.locator(':focus')).waitFor()
    expect(await menu(page).getAttribute('aria-label')).toBe('Actions for “Weed”')
    expect(await more.getAttribute('aria-expanded')).toBe('true')
    const [below, above] = [await boxOf(menu(page)), await boxOf(more)]
    expect(below.y).toBeGreaterThanOrEqual(above.bottom)
    expect(below.y - above.bottom).toBeLessThan(10)
    expect(Math.abs(below.right - above.right)).toBeLessThan(2)
    // Nothing is dimmed, and nothing else is shut off.
    expect(await page.locator('dialog').count()).toBe(0)

    await more.click()
    await isClosed(page)
    await becomes(() => more.getAttribute('aria-expanded'), 'false')
    await more.click()
    await item(page, 'Move to Doing').click()
    await isClosed(page)
    await boardIs({ 'To do': ['Water', 'Sow'], Doing: ['Weed', 'Mow'], Done: ['Dig'] })
    await cardHasFocus(page, 'Weed')
  })

  test('a right-click opens it at the pointer, for that card', async () => {
    const { page, press } = await sit(browsing)
    const { x, y } = await boxOf(card(page, 'Water'))
    await page.mouse.click(x + 60, y + 20, { button: 'right' })
    await menu(page).waitFor()
    const box = await boxOf(menu(page))
    expect(Math.abs(box.x - (x + 60))).toBeLessThanOrEqual(1)
    expect(Math.abs(box.y - (y + 20))).toBeLessThanOrEqual(1)
    expect(await items(page)).toEqual([
      'Complete',
      'Edit',
      'Date…',
      'Move to…',
      'Move to Doing',
      'Move up',
      'Move down',
      'Select',
      'Copy text',
      'Copy link',
      'Delete',
    ])
    // Another one takes its place.
    await page.keyboard.press('Escape')
    await isClosed(page)
    await rightClick(page, 'Sow')
    await page.getByRole('menu', { name: 'Actions for “Sow”' }).waitFor()
    await rightClick(page, 'Mow')
    await page.getByRole('menu', { name: 'Actions for “Mow”' }).waitFor()
    await item(page, 'Edit').click()
    await editor(page).and(page.locator(':focus')).waitFor()
    expect(await editor(page).inputValue()).toBe('Mow')
    await press('Escape')
  })

  test('it is for the selection if the card belongs to it, and for the card alone if not', async () => {
    const { page, press, boardIs } = await sit(browsing)
    await card(page, 'Weed').focus()
    await press('x', 'j', 'x')
    await page.getByText('2 selected').waitFor()
    await card(page, 'Selected: Weed').click({ button: 'right' })
    await page.getByRole('menu', { name: 'Actions for 2 cards' }).waitFor()
    expect(await items(page)).toEqual([
      'Complete 2 cards',
      'Date of 2 cards…',
      'Move 2 cards to…',
      'Move 2 cards to Doing',
      'Move 2 cards down',
      'Copy text',
      'Copy link',
      'Delete 2 cards',
    ])
    await item(page, 'Move 2 cards to Doing').click()
    await boardIs({ 'To do': ['Sow'], Doing: ['Weed', 'Water', 'Mow'], Done: ['Dig'] })
    // It has ended with what was done.
    await page.getByRole('toolbar').waitFor({ state: 'detached' })

    await card(page, 'Weed').focus()
    await press('x', 'j', 'x')
    await page.getByText('2 selected').waitFor()
    await rightClick(page, 'Sow')
    await page.getByRole('menu', { name: 'Actions for “Sow”' }).waitFor()
    await page.getByRole('toolbar').waitFor({ state: 'detached' })
  })

  test('it closes beside it, at scrolling and resizing, and when its card is deleted elsewhere', async () => {
    const many = Array.from({ length: 40 }, (_, index) => `Bed ${index + 1}`)
    const { page, client, project } = await sit(browsing, { 'To do': many })
    await rightClick(page, 'Bed 2')
    await menu(page).waitFor()
    await page.getByRole('heading', { level: 2, name: 'Doing' }).click()
    await isClosed(page)

    await rightClick(page, 'Bed 2')
    await menu(page).waitFor()
    await page.mouse.wheel(0, 300)
    await isClosed(page)

    await rightClick(page, 'Bed 12')
    await menu(page).waitFor()
    await page.setViewportSize({ width: 900, height: 700 })
    await isClosed(page)

    await rightClick(page, 'Bed 12')
    await menu(page).waitFor()
    const { cards } = await client.listProjectCards({ project_id: project.id })
    await client.removeCard({ id: cards.find(({ text }) => text === 'Bed 12')?.id ?? '' })
    await isClosed(page)
    // No card that the next key could hit.
    await becomes(() => page.evaluate(() => document.activeElement?.id), 'main')
  })

  test('it is all in the window, wherever it opens', async () => {
    const many = Array.from({ length: 40 }, (_, index) => `Bed ${index + 1}`)
    const { page } = await sit(browsing, { 'To do': ['Weed'], Done: many })
    for (const { width, height } of [
      { width: 1000, height: 600 },
      { width: 1000, height: 300 },
    ]) {
      await page.setViewportSize({ width, height })
      const last = page.getByRole('region', { name: 'Done' }).getByRole('listitem').nth(30)
      await last.scrollIntoViewIfNeeded()
      for (const open of [
        () => last.click({ button: 'right', position: { x: 200, y: 20 } }),
        () => last.getByRole('button').click(),
      ]) {
        await open()
        await menu(page).waitFor()
        const box = await boxOf(menu(page))
        expect(box.x).toBeGreaterThanOrEqual(0)
        expect(box.y).toBeGreaterThanOrEqual(0)
        expect(box.right).toBeLessThanOrEqual(width)
        expect(box.bottom).toBeLessThanOrEqual(height)
        await page.keyboard.press('Escape')
        await isClosed(page)
      }
    }
  })

  test('links, fields and selected text keep the menu of the browser', async () => {
    const { page } = await sit(browsing, { 'To do': ['See www.example.com', 'Weed'] })
    // What the browser shows cannot be seen from here: that the click is left to it has to do.
    await page.evaluate(() =>
      addEventListener('contextmenu', (event) => {
        document.title = `${event.defaultPrevented}`
        event.preventDefault()
      }),
    )
    await page.getByRole('link', { name: 'www.example.com' }).click({ button: 'right' })
    await becomes(() => page.title(), 'false')
    await page.getByRole('textbox', { name: 'Add a card to Doing' }).click({ button: 'right' })
    expect(await menu(page).count()).toBe(0)
    await card(page, 'Weed').click({ button: 'right' })
    await menu(page).waitFor()
    expect(await page.title()).toBe('true')
  })
})
