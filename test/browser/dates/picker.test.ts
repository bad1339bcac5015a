import { describe, expect, test } from 'vitest'
import { addMonths } from '../../../src/board/text/days.ts'
import { objectionsTo } from '../../support/browsing/axe.ts'
import { card, complaint } from '../../support/browsing/boards.ts'
import { becomes } from '../../support/browsing/browsing.ts'
import { smallTargets } from '../../support/browsing/targets.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { phone } from '../../support/browsing/touch.ts'
import { cardHasFocus, dayButton, isClosed, next, picker, sit, words } from './desk.ts'

const browsing = browseInTests()

describe('with the keyboard', () => {
  test('d opens it; words say what they mean before Enter sets them; Escape changes nothing', async () => {
    const { page, press, type, focusIs, today, after, textsAre } = await sit(browsing, ['Weed', 'Water'])
    await card(page, 'Weed').focus()
    await press('d')
    await focusIs('Date in words')
    expect(await picker(page).getAttribute('aria-label')).toBe('Date of “Weed”')
    await picker(page).getByText('No date yet').waitFor()
    await type('xyzzy')
    await picker(page).getByRole('status').filter({ hasText: 'Not a date.' }).waitFor()
    await press('Enter')
    expect(await picker(page).count()).toBe(1)
    await words(page).fill('every friday 15:30')
    await picker(page)
      .getByRole('status')
      .filter({ hasText: /^Due Fri.*every week$/ })
      .waitFor()
    await press('Escape')
    await isClosed(page)
    await focusIs('Weed')
    await press('d')
    await type('every friday 15:30')
    await press('Enter')
    await isClosed(page)
    await cardHasFocus(page, 'Weed')
    await textsAre([`Weed due:${next(today, 5)}T15:30 every:week`, 'Water'])
    // Only the day is said, so the rest stays.
    await press('d')
    await type('tomorrow')
    await press('Enter')
    await textsAre([`Weed due:${after(1)}T15:30 every:week`, 'Water'])
  })

  test('arrows, Home, End, Page Up and Page Down go through the calendar', async () => {
    const { page, press, textsAre, focusIs } = await sit(browsing, ['Weed due:2024-02-15'])
    const isAt = async (day: string) => (await dayButton(page, day)).and(page.locator(':focus')).waitFor()
    await page.locator('.card').focus()
    await press('d')
    await focusIs('Date in words')
    await press('ArrowDown')
    await isAt('2024-02-15')
    expect(await page.locator('td[aria-selected="true"]').innerText()).toBe('15')
    await press('ArrowRight', 'ArrowDown')
    await isAt('2024-02-23')
    await press('Home')
    await isAt('2024-02-18')
    await press('End')
    await isAt('2024-02-24')
    await press('ArrowDown')
    await isAt('2024-03-02')
    await press('PageUp', 'PageUp', 'PageDown', 'Shift+PageDown')
    await isAt(addMonths('2024-03-02', 11) ?? '')
    await press('ArrowLeft', 'ArrowLeft')
    await isAt('2025-01-31')
    await press('PageDown')
    await isAt('2025-02-28')
    expect(await picker(page).getByRole('heading', { level: 3 }).innerText()).toBe('February 2025')
    await press('Enter')
    await isClosed(page)
    await textsAre(['Weed due:2025-02-28'])
    await press('d', 'ArrowDown', 'Escape')
    await isClosed(page)
    await textsAre(['Weed due:2025-02-28'])
  })

  test('weeks begin as they do where the reader lives', async () => {
    const { page, press } = await sit(browsing, ['Weed'], { locale: 'en-GB' })
    await card(page, 'Weed').focus()
    await press('d')
    expect((await picker(page).getByRole('columnheader').allInnerTexts()).join(' ')).toBe(
      'Mo Tu We Th Fr Sa Su',
    )
    expect(await picker(page).locator('[aria-current="date"]').count()).toBe(1)
  })
})

describe('with a mouse', () => {
  test('it opens beside the card from the menu and the chip, and a press sets the day', async () => {
    const { page, after, today, textsAre } = await sit(browsing, ['Weed', 'Water'])
    await card(page, 'Weed').click({ button: 'right' })
    await page.getByRole('menuitem', { name: 'Date…' }).click()
    await picker(page).getByRole('button', { name: 'Tomorrow' }).click()
    await isClosed(page)
    await textsAre([`Weed due:${after(1)}`, 'Water'])
    await page.getByRole('button', { name: /Tomorrow/ }).click()
    await picker(page).getByLabel('Time').fill('15:30')
    await picker(page).getByLabel('Repeat').selectOption('every month')
    await picker(page).getByRole('button', { name: 'Set date' }).click()
    await textsAre([`Weed due:${after(1)}T15:30 every:month`, 'Water'])
    await page.getByRole('button', { name: /Tomorrow/ }).click()
    await (await dayButton(page, after(0))).click()
    await textsAre([`Weed due:${today}T15:30 every:month`, 'Water'])
    await page.getByRole('button', { name: /Today/ }).click()
    await picker(page).getByRole('button', { name: 'Remove date' }).click()
    await isClosed(page)
    await textsAre(['Weed', 'Water'])
  })

  test('it does not darken the page, fits the window, and closes with a click beside it', async () => {
    const { page, press, textsAre } = await sit(browsing, ['Weed'])
    await page.setViewportSize({ width: 700, height: 640 })
    await card(page, 'Weed').focus()
    await press('d')
    const box = await picker(page).boundingBox()
    expect(box && box.y >= 0 && box.y + box.height <= 640 && box.x >= 0 && box.x + box.width <= 700).toBe(
      true,
    )
    const backdrop = await picker(page).evaluate(
      (dialog) => getComputedStyle(dialog, '::backdrop').backgroundColor,
    )
    expect(backdrop).toBe('rgba(0, 0, 0, 0)')
    await page.mouse.click(690, 20)
    await isClosed(page)
    await textsAre(['Weed'])
  })
})

test('with a finger it is a sheet that shows no keyboard, and nothing in it is too small', async () => {
  const { page, after, textsAre } = await sit(browsing, ['Weed'], { ...phone, reducedMotion: 'reduce' })
  await card(page, 'Weed').tap()
  await page.getByRole('button', { name: 'Date…' }).tap()
  await picker(page).getByText('No date yet').waitFor()
  expect(await page.evaluate(() => document.activeElement?.localName)).not.toBe('input')
  expect(await smallTargets(page)).toEqual([])
  await picker(page).getByRole('button', { name: 'Tomorrow' }).tap()
  await isClosed(page)
  await textsAre([`Weed due:${after(1)}`])
})

test('it sets the dates of all selected cards as one action', async () => {
  const { page, press, type, after, textsAre } = await sit(browsing, [
    'Weed due:2024-02-15T09:00',
    'Water',
    'Sow',
  ])
  await page.locator('.card').first().focus()
  await press('x', 'j', 'x', 'd')
  expect(await picker(page).getAttribute('aria-label')).toBe('Date of 2 cards')
  await picker(page).getByText('Several dates').waitFor()
  await type('in 2 days')
  await press('Enter')
  await textsAre([`Weed due:${after(2)}T09:00`, `Water due:${after(2)}`, 'Sow'])
  await press('z')
  await textsAre(['Weed due:2024-02-15T09:00', 'Water', 'Sow'])
  await press('Shift+z')
  await textsAre([`Weed due:${after(2)}T09:00`, `Water due:${after(2)}`, 'Sow'])
})

test('a date that makes a text too long is refused', async () => {
  const long = 'x'.repeat(1990)
  const { page, press, type, textsAre } = await sit(browsing, [long])
  await page.locator('.card').focus()
  await press('d')
  await type('tomorrow')
  await press('Enter')
  await complaint(page, 'Too long by 5 characters (limit: 2,000).')
  await textsAre([long])
})

test.each(['light', 'dark'] as const)('axe objects to nothing in it: %s', async (colorScheme) => {
  const { page, press, focusIs } = await sit(browsing, ['Weed due:2024-02-15T09:00 every:2w'])
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.locator('.card').focus()
  await press('d')
  await focusIs('Date in words')
  await becomes(() => objectionsTo(page), [])
})
