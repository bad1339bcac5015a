import { describe, expect, test } from 'vitest'
import { card } from '../../support/browsing/boards.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { cardHasFocus, next, sit } from './desk.ts'

const browsing = browseInTests()

describe('moving a date by a key', () => {
  test('+ and - move it by a day, w to the coming Monday, and Shift+D removes it; each can be undone', async () => {
    const { page, press, after, today, textsAre, hears } = await sit(browsing, [
      'Weed due:2024-02-28T09:00 every:week\nwith gloves',
      'Water',
    ])
    const weed = (marks: string) => `Weed${marks && ` ${marks}`}\nwith gloves`
    await page.locator('.card').first().focus()
    await press('+')
    await textsAre([weed('due:2024-02-29T09:00 every:week'), 'Water'])
    await hears(/^“Weed” is due Thu.*every week\.$/)
    await press('+', '+')
    await textsAre([weed('due:2024-03-02T09:00 every:week'), 'Water'])
    await press('-')
    await textsAre([weed('due:2024-03-01T09:00 every:week'), 'Water'])
    await press('w')
    await textsAre([weed(`due:${next(today, 1)}T09:00 every:week`), 'Water'])
    await press('Shift+D')
    await textsAre([weed(''), 'Water'])
    await press('z', 'z')
    await textsAre([weed('due:2024-03-01T09:00 every:week'), 'Water'])

    // Without a date, + counts from today, and - does nothing.
    await card(page, 'Water').focus()
    await press('-')
    await press('+')
    await textsAre([weed('due:2024-03-01T09:00 every:week'), `Water due:${after(1)}`])
    await cardHasFocus(page, 'Water')
  })

  test('of all selected cards at once, which stay selected', async () => {
    const { page, press, after, textsAre } = await sit(browsing, ['Weed due:2024-02-28', 'Water', 'Sow'])
    await page.locator('.card').first().focus()
    await press('x', 'j', 'x', '+')
    const moved = ['Weed due:2024-02-29', `Water due:${after(1)}`, 'Sow']
    await textsAre(moved)
    await page.getByText('2 selected').waitFor()
    await press('-', '-')
    await textsAre(['Weed due:2024-02-27', `Water due:${after(-1)}`, 'Sow'])
    await press('z', 'z')
    await textsAre(moved)
    await press('z')
    await textsAre(['Weed due:2024-02-28', 'Water', 'Sow'])
  })

  test('is not removed if nothing else would be left of a card', async () => {
    const texts = ['due:2024-02-28 every:week', 'Weed due:2024-02-28']
    const { page, press, textsAre } = await sit(browsing, texts)
    await page.locator('.card').first().focus()
    await press('x', 'j', 'x', 'Shift+D')
    const messages = page.getByRole('region', { name: 'Messages' })
    await messages.getByText(/^Not changed: .* would be empty without its date\./).waitFor()
    // Then the next change is saved, so the refused one was not sent.
    await page.locator('.card').first().focus()
    await press('+')
    await textsAre(['due:2024-02-29 every:week', 'Weed due:2024-02-28'])
  })

  test('is in the palette', async () => {
    const { page, press, type, textsAre } = await sit(browsing, ['Weed due:2024-02-28'])
    await page.locator('.card').first().focus()
    await press('Control+k')
    await type('remove the date')
    await page.getByRole('option', { name: /Remove the date/ }).waitFor()
    await press('Enter')
    await textsAre(['Weed'])
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})
