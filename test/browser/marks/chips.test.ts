import { beforeEach, describe, expect, test } from 'vitest'
import { objectionsTo } from '../../support/browsing/axe.ts'
import { button, card, editor, tick } from '../../support/browsing/boards.ts'
import { becomes } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { addToInbox } from '../text/texts.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

/** A Wednesday, by the page's clock. */
const noon = new Date(2026, 10, 18, 12)

describe('a date', () => {
  const texts = [
    'Water plants due:2026-11-18 every:2w #garden',
    'Pay rent due:2026-11-16',
    'Dentist\nat noon due:2026-11-20',
    'Call due:2026-11-19T15:30',
    'due:2026-02-30',
  ]

  async function look() {
    await addToInbox(person.client, ...texts)
    const page = await browsing.open('/', { person })
    await page.clock.install({ time: noon })
    await page.reload()
    await card(page, 'Water plants').waitFor()
    const chips = () => page.locator('.chip.due').allTextContents()
    return { page, chips }
  }

  test('is a chip in words near today, which change at midnight; overdue is coloured and said', async () => {
    const { page, chips } = await look()
    const words = async () => (await chips()).map((chip) => chip.replace(/\s+/g, ' '))
    await becomes(
      async () => (await words()).slice(0, 3),
      ['Due Today', 'Due Mon, Nov 16, overdue', 'Due Fri'],
    )
    expect((await words())[3]).toMatch(/^Due Tomorrow (3:30 PM|15:30)$/)
    expect(await page.locator('.chip.overdue').count()).toBe(1)
    // What does not exist stays as it was typed.
    await card(page, 'due:2026-02-30').waitFor()
    await page.getByRole('img', { name: 'Repeats every 2 weeks' }).waitFor()
    expect(
      await card(page, 'Water plants').evaluate((one) => one.ariaDescribedByElements?.[0]?.textContent),
    ).toBe('Due Today#garden')
    expect(await objectionsTo(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    expect(await objectionsTo(page, 'appearance')).toEqual([])

    // No longer, once its card is complete.
    await tick(page, 'Pay rent').click()
    await becomes(() => page.locator('.chip.overdue').count(), 0)

    await page.clock.fastForward('12:00:01')
    await becomes(async () => (await words())[0], 'Due Yesterday, overdue')
  })

  test('is a mark again while the card is edited', async () => {
    const { page, chips } = await look()
    await card(page, 'Pay rent').focus()
    await page.keyboard.press('Enter')
    await becomes(() => editor(page).inputValue(), 'Pay rent due:2026-11-16')
    await editor(page).fill('Pay rent due:2026-11-19')
    await page.keyboard.press('Enter')
    await becomes(async () => (await chips())[1]?.trim().replace(/\s+/g, ' '), 'Due Tomorrow')
  })
})

test('a label searches for itself wherever it stands, in any case', async () => {
  await addToInbox(person.client, 'Water plants #Gärten', 'Buy pots\nfor the #garten', 'Gardening')
  await addToInbox(person.client, 'Build #gartenbau', 'Read https://plants.example/#garten')
  const page = await browsing.open('/', { person })
  await button(page, '#Gärten').click()
  const found = page.getByRole('option').locator('.name')
  await becomes(() => found.allInnerTexts(), ['Water plants', 'Buy pots', 'Add to inbox: #Gärten'])
  expect(await page.getByRole('combobox').inputValue()).toBe('#Gärten')
  await page.keyboard.press('Escape')

  // By key, and the search of the palette itself begins with nothing.
  await card(page, 'Buy pots').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await becomes(() => page.evaluate(() => document.activeElement?.textContent), '#garten')
  await page.keyboard.press('Enter')
  await becomes(() => page.getByRole('combobox').inputValue(), '#garten')
  await page.keyboard.press('Escape')
  await page.getByRole('combobox').waitFor({ state: 'detached' })
  await page.keyboard.press('Control+k')
  await becomes(() => page.getByRole('combobox').inputValue(), '')
})

test('notes are formatted, and neither HTML nor pictures come from a text', async () => {
  const asked: string[] = []
  const text = `Bake *good* bread\n<img src="/x.png"><b>a</b> ![cat](${browsing.appUrl}/cat.png)\n- **one**\n> two\n\`\`\`\n<i>\n\`\`\``
  await addToInbox(person.client, text, 'Use `npm` and 2*3*4')
  const page = await browsing.open('/', { person })
  page.on('request', (request) => asked.push(request.resourceType()))
  await card(page, 'Bake good bread').waitFor()
  const notes = page.locator('.notes')
  expect(await page.locator('.card-title em').innerText()).toBe('good')
  await becomes(() => notes.locator('strong').innerText(), 'one')
  expect(await notes.locator('blockquote').innerText()).toBe('two')
  expect(await notes.locator('pre').innerText()).toBe('<i>')
  expect(await notes.locator('img, b, i').count()).toBe(0)
  expect(await notes.getByText('<img src="/x.png"><b>a</b>').count()).toBe(1)
  expect(await page.getByRole('link', { name: 'cat' }).getAttribute('href')).toBe(
    `${browsing.appUrl}/cat.png`,
  )
  expect(await page.locator('.card-title code').innerText()).toBe('npm')
  expect(asked).not.toContain('image')
  expect(await objectionsTo(page)).toEqual([])
  // As it was typed.
  await card(page, 'Bake good bread').focus()
  await page.keyboard.press('Enter')
  await becomes(() => editor(page).inputValue(), text)
})
