import { describe, expect, test } from 'vitest'
import { becomes } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { card, isClosed, item, itemIs, menu, sit } from './desk.ts'

const browsing = browseInTests()

describe('with the keyboard', () => {
  test('. opens the menu of a card; arrows, Home, End and letters go from item to item', async () => {
    const { page, press, type, focusIs } = await sit(browsing)
    await card(page, 'Water').focus()
    await press('.')
    await itemIs(page, 'Complete')
    await press('ArrowDown')
    await itemIs(page, 'Edit')
    await press('ArrowUp', 'ArrowUp')
    await itemIs(page, 'Delete')
    await press('ArrowDown')
    await itemIs(page, 'Complete')
    await press('End')
    await itemIs(page, 'Delete')
    await press('Home')
    await itemIs(page, 'Complete')
    await type('move up')
    await itemIs(page, 'Move up')
    await press('Escape')
    await isClosed(page)
    await focusIs('Water')
    // The same letter again goes on to the next.
    await press('.')
    await itemIs(page, 'Complete')
    await press('m', 'm')
    await itemIs(page, 'Move to Doing')
  })

  test('Enter or Space does it; Escape, Tab and Back do nothing, and the focus is where it was', async () => {
    const { page, press, focusIs, boardIs } = await sit(browsing)
    await card(page, 'Water').focus()
    for (const leave of ['Escape', 'Tab']) {
      await press('.')
      await itemIs(page, 'Complete')
      await press(leave)
      await isClosed(page)
      await focusIs('Water')
    }
    await press('.')
    await itemIs(page, 'Complete')
    await page.goBack()
    await isClosed(page)
    await focusIs('Water')
    await press('.')
    await itemIs(page, 'Complete')
    await press('Space')
    await isClosed(page)
    await becomes(() => card(page, 'Water').getByRole('checkbox').isChecked(), true)
    await focusIs('Water')
    await press('.')
    await itemIs(page, 'Reopen')
    await press('End', 'Enter')
    await boardIs({ 'To do': ['Weed', 'Sow'], Doing: ['Mow'], Done: ['Dig'] })
    await focusIs('Sow')
    // A key that is held down does nothing more than to open it.
    await page.getByRole('button', { name: 'Actions for Sow' }).focus()
    await page.keyboard.down('Enter')
    await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await itemIs(page, 'Complete')
  })

  test('the key for menus opens it, too', async () => {
    const { page, press } = await sit(browsing)
    for (const key of ['ContextMenu', 'Shift+F10']) {
      await card(page, 'Weed').focus()
      await press(key)
      await itemIs(page, 'Complete')
      await press('Escape')
      await isClosed(page)
    }
    await page.getByRole('link', { name: /^House/ }).focus()
    await press('ContextMenu')
    await itemIs(page, 'Rename this project')
  })

  test('the keys of each item are said, and are those of the help', async () => {
    const { page, press } = await sit(browsing)
    await card(page, 'Weed').focus()
    await press('.')
    await itemIs(page, 'Complete')
    expect(await item(page, 'Move to Doing').getAttribute('aria-keyshortcuts')).toBe('Shift+ArrowRight')
    expect(await item(page, 'Complete').locator('kbd').textContent()).toBe('Space')
    await press('Escape')
    await isClosed(page)
    await press('?')
    await page.getByRole('dialog').getByText('Actions for the card').waitFor()
    expect(await menu(page).count()).toBe(0)
  })
})
