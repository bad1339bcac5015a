import { describe, expect, test } from 'vitest'
import { button, composer, editor, startEditing } from '../../support/browsing/boards.ts'
import { becomes, inboxOf } from '../../support/browsing/browsing.ts'
import { paste, withClipboard } from '../../support/browsing/clipboard.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { phone } from '../../support/browsing/touch.ts'
import { cardHasFocus, hint, next, sit, todayOf } from './desk.ts'

const browsing = browseInTests()

describe('in the field for a new card', () => {
  test('the last words become a mark, after a hint that moves nothing; undo brings the words back first', async () => {
    const { page, type, press, today, textsAre } = await sit(browsing, ['Weed'])
    await composer(page, 'To do').focus()
    const before = await composer(page, 'To do').boundingBox()
    await type('Call Bob friday at 3pm')
    await page
      .getByRole('status')
      .filter({ hasText: /Due Fri.* · Esc: keep as text/ })
      .waitFor()
    await hint(page).waitFor()
    expect(await composer(page, 'To do').boundingBox()).toEqual(before)
    await press('Enter')
    await textsAre(['Weed', `Call Bob due:${next(today, 5)}T15:00`])
    expect(await hint(page).count()).toBe(0)
    await press('Control+z')
    await textsAre(['Weed', 'Call Bob friday at 3pm'])
    await press('Control+z')
    await textsAre(['Weed'])
    await press('Control+Shift+z', 'Control+Shift+z')
    await textsAre(['Weed', `Call Bob due:${next(today, 5)}T15:00`])
  })

  test('the first Escape leaves the words alone, and the next one leaves the field', async () => {
    const { page, type, press, after, textsAre, focusIs } = await sit(browsing, ['Weed'])
    await composer(page, 'To do').focus()
    await type('Plan tomorrow')
    await hint(page).waitFor()
    await press('Escape')
    await hint(page).waitFor({ state: 'detached' })
    await focusIs('Add a card to To do')
    await press('Enter')
    await textsAre(['Weed', 'Plan tomorrow'])
    // It was about that text alone.
    await type('Pack tomorrow')
    await hint(page).waitFor()
    await press('Enter')
    await textsAre(['Weed', 'Plan tomorrow', `Pack due:${after(1)}`])
    await type('Rest tomorrow')
    await press('Escape', 'Escape')
    await cardHasFocus(page, 'Pack')
    expect(await composer(page, 'To do').inputValue()).toBe('Rest tomorrow')
  })

  test('only the end of the first line counts, and only of what was typed', async () => {
    const person = await browsing.inboard.signIn()
    const page = await browsing.open('/', { person, ...withClipboard })
    const day = await todayOf(page)
    await composer(page).focus()
    await page.keyboard.type('Buy milk today')
    await page.keyboard.press('Shift+Enter')
    await page.keyboard.type('the good one tomorrow')
    await page.keyboard.press('Enter')
    const texts = [`Buy milk due:${day}\nthe good one tomorrow`]
    await becomes(() => inboxOf(person.client), texts)
    await paste(page, 'Eggs today\nFlour tomorrow')
    await button(page, 'Add 2 cards').waitFor()
    expect(await hint(page).count()).toBe(0)
    await page.keyboard.press('Enter')
    texts.push('Eggs today', 'Flour tomorrow')
    await becomes(() => inboxOf(person.client), texts)
    await paste(page, 'Sugar today')
    expect(await hint(page).count()).toBe(0)
    await page.keyboard.press('Enter')
    texts.push('Sugar today')
    await becomes(() => inboxOf(person.client), texts)
    // A date alone is no card with a date.
    await page.keyboard.type('tomorrow')
    await page.keyboard.press('Enter')
    texts.push('tomorrow')
    await becomes(() => inboxOf(person.client), texts)
  })

  test('a finger keeps the words with a button', async () => {
    const { page, textsAre, type } = await sit(browsing, ['Weed'], phone)
    await composer(page, 'To do').tap()
    await type('Plan tomorrow')
    await button(page, 'Keep as text').tap()
    await hint(page).waitFor({ state: 'detached' })
    await button(page, 'Add').tap()
    await textsAre(['Weed', 'Plan tomorrow'])
  })

  test.each(['Pacific/Kiritimati', 'Europe/Berlin', 'Pacific/Pago_Pago'])(
    'the words mean the days of the person: %s',
    async (timezoneId) => {
      const { page, type, press, textsAre, today, after } = await sit(browsing, ['Weed'], { timezoneId })
      await composer(page, 'To do').focus()
      await type('Call Bob tomorrow')
      // Without it, the words stay as they are.
      await hint(page).waitFor()
      await press('Enter')
      await type('Call Ann today')
      await press('Enter')
      await textsAre(['Weed', `Call Bob due:${after(1)}`, `Call Ann due:${today}`])
    },
  )
})

describe('elsewhere', () => {
  test('the dialog for the inbox: the first Escape is for the hint, the next one closes it', async () => {
    const { page, type, press, client, after } = await sit(browsing, ['Weed'])
    await page.locator('.card').focus()
    await press('a')
    await composer(page).and(page.locator(':focus')).waitFor()
    await type('Call Bob tomorrow')
    await hint(page).waitFor()
    await press('Enter')
    await becomes(() => inboxOf(client), [`Call Bob due:${after(1)}`])
    await type('Plan tomorrow')
    await press('Escape')
    await hint(page).waitFor({ state: 'detached' })
    await press('Enter')
    await becomes(() => inboxOf(client), [`Call Bob due:${after(1)}`, 'Plan tomorrow'])
    await press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('the palette says what it would add', async () => {
    const { page, type, press, client, after } = await sit(browsing, ['Weed'])
    await page.locator('.card').focus()
    await press('Control+k')
    await page.getByRole('combobox').and(page.locator(':focus')).waitFor()
    await type('Call Bob tomorrow')
    await page.getByRole('option', { name: /^Add to inbox: Call Bob tomorrow Due / }).click()
    await becomes(() => inboxOf(client), [`Call Bob due:${after(1)}`])
    await press('z')
    await becomes(() => inboxOf(client), ['Call Bob tomorrow'])
  })

  test('the editor, if the end of the first line was changed; undo brings back the words, then the text', async () => {
    const { page, type, press, after, textsAre } = await sit(browsing, ['Weed', 'Plan tomorrow\nwith Bob'])
    await startEditing(page, 'Weed')
    await type(' tomorrow')
    await hint(page).waitFor()
    await press('Enter')
    await textsAre([`Weed due:${after(1)}`, 'Plan tomorrow\nwith Bob'])
    await press('z')
    await textsAre(['Weed tomorrow', 'Plan tomorrow\nwith Bob'])
    await press('z')
    await textsAre(['Weed', 'Plan tomorrow\nwith Bob'])

    // What was saved as words stays words.
    await startEditing(page, 'Plan tomorrow')
    await type(' and Ann')
    await press('Enter')
    await textsAre(['Weed', 'Plan tomorrow\nwith Bob and Ann'])
    await startEditing(page, 'Weed')
    await type(' tomorrow')
    await hint(page).waitFor()
    await press('Escape')
    await hint(page).waitFor({ state: 'detached' })
    expect(await editor(page).inputValue()).toBe('Weed tomorrow')
    await press('Enter')
    await textsAre(['Weed tomorrow', 'Plan tomorrow\nwith Bob and Ann'])
  })
})

test('a tip below the first card says so, once', async () => {
  const { page, type, press, textsAre } = await sit(browsing, ['Weed'])
  const tip = page.getByText('Tip: end a card with “tomorrow” or “fri 3pm” to give it a date.')
  await composer(page, 'To do').focus()
  await type('Sow')
  await press('Enter')
  await tip.waitFor()
  await button(page, 'Dismiss the tip').click()
  await tip.waitFor({ state: 'detached' })
  await type('Rake')
  await press('Enter')
  await textsAre(['Weed', 'Sow', 'Rake'])
  expect(await tip.count()).toBe(0)
})
