import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { briefly } from '../../src/web/state/wording.ts'
import { objectionsTo } from '../support/browsing/axe.ts'
import { boardIs, button, card, composer, edit, editor, inboxIs, link } from '../support/browsing/boards.ts'
import { becomes, boardOn, makeBoard, readyToDrag } from '../support/browsing/browsing.ts'
import { lookAt } from '../support/browsing/keys.ts'
import { browseInTests } from '../support/browsing/tests.ts'
import type { SignedIn } from '../support/service/inboard.ts'

const browsing = browseInTests()
let person: SignedIn
let url: string
beforeEach(async () => {
  person = await browsing.inboard.signIn()
  url = `${browsing.appUrl}/docs`
})

const addToInbox = async (...texts: string[]) => {
  for (const text of texts) await person.client.addInboxCard({ text })
}

/** The tab that opens while something is done. */
async function tabFrom(page: Page, work: () => Promise<unknown>): Promise<Page> {
  const opening = page.context().waitForEvent('page')
  await work()
  return await opening
}

const longNotes = Array.from({ length: 12 }, (_, index) => `Line ${index + 1} of the notes`).join('\n')
const longTitle = 'A title that goes on and on, '.repeat(40).trim()

describe('a link', () => {
  test('is followed by a click, in a tab of its own, and the card is left alone', async () => {
    await addToInbox(`Read ${url}, then rest`, 'Milk', 'Bread')
    const page = await browsing.open('/', { person })
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

  test('is reached by Tab and followed by Enter, or from the card by o', async () => {
    const second = `${browsing.appUrl}/healthz`
    const project = await makeBoard(person.client, 'Garden', {
      'To do': [`Read ${url}\nand ${second}`, 'Water'],
    })
    const { page, press, type, focusIs } = await lookAt(browsing, person, project)
    const opens = async (target: string, work: () => Promise<unknown>) => {
      const tab = await tabFrom(page, work)
      await tab.waitForURL(target)
      await tab.close()
    }
    await press('ArrowDown', 'Tab', 'Tab')
    await focusIs(url)
    await opens(url, () => press('Enter'))
    await press('Tab')
    await focusIs(second)
    await opens(second, () => press('Enter'))
    await press('Tab')
    await focusIs(`Actions for ${briefly(`Read ${url}`)}`)
    await press('ArrowDown')
    await focusIs('Water')
    // This card has none.
    await press('o')
    await press('Control+k')
    await type('open link')
    await page.getByText('Nothing matches').waitFor()
    await press('Escape', 'ArrowUp')
    await opens(url, () => press('o'))
    await press('Control+k')
    await type('open link')
    await opens(url, () => press('Enter'))
    expect(page.context().pages()).toHaveLength(1)
  })

  test('that is dragged drags its card', async () => {
    const project = await makeBoard(person.client, 'Garden', { 'To do': [url, 'Water'], Doing: ['Dig'] })
    const page = await browsing.open(`/projects/${project.id}`, { person })
    await readyToDrag(page)
    await link(page, url).hover()
    await page.mouse.down()
    const below = await card(page, 'Dig').boundingBox()
    if (!below) throw new Error('it is not on the page')
    await page.mouse.move(below.x + 60, below.y + below.height - 4, { steps: 8 })
    // A browser says so again and again, of a hand that is still.
    await page.mouse.move(below.x + 60, below.y + below.height - 4)
    await page.locator('.drop-line').waitFor()
    await page.mouse.up()
    await boardIs(page, person.client, project, { 'To do': ['Water'], Doing: ['Dig', url] })
    expect(page.context().pages()).toHaveLength(1)
  })

  test('is never anything but http, https and mailto, and is shown as it was typed', async () => {
    const texts = [
      'javascript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'file:///etc/passwd',
      'https://bank.example@elsewhere.example/',
      'https://exa\u200bmple.com/',
      'See https://аррӏе.example/(a)?b=“c” or mailto:ada@example.com!',
    ]
    await addToInbox(...texts)
    const page = await browsing.open('/', { person })
    await inboxIs(page, person.client, texts)
    expect(
      await page
        .locator('.card a')
        .evaluateAll((links) => links.map((one) => [one.getAttribute('href'), one.textContent])),
    ).toEqual(['https://аррӏе.example/(a)?b=', 'mailto:ada@example.com'].map((shown) => [shown, shown]))
  })
})

describe('title and notes', () => {
  const showAll = (page: Page, of: string) => button(page, `Show all of ${of}`)
  const heightOf = async (target: Locator) => (await target.boundingBox())?.height ?? 0

  test('are cut off on the board, and shown whole where a person asks for it', async () => {
    await addToInbox('Milk', `Bread\n\n${longNotes}`, longTitle, 'Eggs\nsix of them')
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
    await page.keyboard.type('show all or less')
    await page.keyboard.press('Enter')
    await becomes(() => heightOf(bread), short)
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('v')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('show all or less')
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

  test('are measured again when there is more room', async () => {
    const text = 'Some words that need three lines here and eight there. '.repeat(4).trim()
    await addToInbox(text)
    const page = await browsing.open('/', { person, viewport: { width: 320, height: 700 } })
    const buttons = page.getByRole('button', { name: /^Show all/ })
    await buttons.waitFor()
    await page.setViewportSize({ width: 1280, height: 700 })
    await becomes(() => buttons.count(), 0)
    await page.setViewportSize({ width: 320, height: 700 })
    await becomes(() => buttons.count(), 1)
  })

  test('are shown whole when the keyboard gets to a link that is cut off', async () => {
    await addToInbox(`Bread\n${longNotes}\n${url}`)
    const page = await browsing.open('/', { person })
    await showAll(page, 'Bread').waitFor()
    await page.locator('.card').focus()
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
  })

  test('are told apart in a search: the title is shown, and found by the notes', async () => {
    await addToInbox('Bread\nwholemeal, from the mill', 'Milk')
    const page = await browsing.open('/', { person })
    await card(page, 'Milk').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('wholemeal')
    const option = page.getByRole('option')
    await becomes(() => option.locator('.name').allInnerTexts(), ['Bread', 'Add to inbox: wholemeal'])
    await page.keyboard.press('Enter')
    await becomes(() => page.evaluate(() => document.activeElement?.matches('.card')), true)
  })
})

describe('direction', () => {
  const hebrew = 'לקנות חלב (2)'
  const directionOf = (target: Locator) => target.evaluate((element) => getComputedStyle(element).direction)

  test('is that of the text, wherever it is shown or typed, and the card stays as it is', async () => {
    const { client } = person
    const project = await makeBoard(client, hebrew, {
      'To do': [hebrew, 'Milk', `${hebrew}\nand English notes`, `${url} ${hebrew}`],
    })
    const page = await browsing.open(`/projects/${project.id}`, { person })
    const texts = page.locator('.text:not(.rich), .card-title, .notes')
    await card(page, hebrew).waitFor()
    const directions = () => texts.evaluateAll((all) => all.map((one) => getComputedStyle(one).direction))
    await becomes(directions, ['rtl', 'ltr', 'rtl', 'ltr', 'rtl'])
    await card(page, hebrew).click({ modifiers: ['ControlOrMeta'] })
    await page.getByText('1 selected').waitFor()
    await becomes(directions, ['rtl', 'ltr', 'rtl', 'ltr', 'rtl'])
    await page.keyboard.press('Escape')
    const left = async (target: Locator) => (await target.boundingBox())?.x ?? 0
    const orderOf = async (index: number) => {
      const one = page.locator('.card').nth(index)
      return [
        await left(one.locator('.tick')),
        await left(one.locator('.text')),
        await left(one.locator('.more')),
      ]
    }
    expect(await orderOf(0)).toEqual(await orderOf(1))

    expect(await directionOf(button(page, hebrew))).toBe('rtl')
    expect(await directionOf(page.locator('.sidebar .name', { hasText: hebrew }))).toBe('rtl')
    expect(await directionOf(composer(page, 'Doing'))).toBe('ltr')
    await composer(page, 'Doing').fill(hebrew)
    expect(await directionOf(composer(page, 'Doing'))).toBe('rtl')
    await composer(page, 'Doing').fill('')
    await page.keyboard.press('Control+k')
    await page.keyboard.type(hebrew)
    expect(await directionOf(page.getByRole('combobox'))).toBe('rtl')
    expect(await directionOf(page.getByRole('option').first().locator('.name'))).toBe('rtl')
    await page.keyboard.press('Escape')
  })

  test('of a text in a sentence does not reorder the sentence', async () => {
    await addToInbox(hebrew, 'Milk')
    const page = await browsing.open('/', { person })
    await card(page, hebrew).getByRole('checkbox').click()
    await page.getByText(`Completed “\u2068${hebrew}\u2069”.`).waitFor()
    await card(page, 'Milk').getByRole('checkbox').click()
    await page.getByText('Completed “Milk”.').waitFor()
  })

  test('of each line that is edited is its own', async () => {
    await addToInbox('Milk')
    const page = await browsing.open('/', { person })
    await edit(page, 'Milk', `Milk\n${hebrew}`)
    expect(await editor(page).evaluate((field) => getComputedStyle(field).unicodeBidi)).toBe('plaintext')
  })
})

test('a list that is pasted becomes cards without its markers, and one card with them', async () => {
  const page = await browsing.open('/', { person })
  const list = '- [ ] Eggs\n- [x] Flour\n  - white\n-\n* Milk\n2. Bread'
  await composer(page).fill(list)
  await button(page, 'Add 5 cards').click()
  const cards = ['Eggs', 'Flour', 'white', 'Milk', '2. Bread']
  await inboxIs(page, person.client, cards)
  await composer(page).fill(list)
  await button(page, 'Add as one card').click()
  await composer(page).fill('- 5 °C')
  await page.keyboard.press('Enter')
  await inboxIs(page, person.client, [...cards, list, '- 5 °C'])
})

describe('on paper', () => {
  const pagesOf = async (page: Page) =>
    (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g)?.length

  test.each(['light', 'dark'] as const)(
    'there is nothing but the cards, whole, in black on white: %s',
    async (colorScheme) => {
      const project = await makeBoard(person.client, 'Garden', {
        'To do': [
          `Bread\n${longNotes}`,
          ...Array.from({ length: 80 }, (_, index) => `Weed bed ${index + 1}`),
        ],
        Done: [longTitle],
      })
      const { cards } = await person.client.listProjectCards({ project_id: project.id })
      await person.client.editCard({ id: cards.at(-1)?.id ?? '', complete: true })
      for (const path of [`/projects/${project.id}`, '/']) {
        await addToInbox('Milk\nand honey')
        const page = await browsing.open(path, { person, colorScheme, viewport: { width: 680, height: 700 } })
        await page.locator('.card').first().waitFor()
        // A message, a selection and a dialog are not printed either.
        await page.locator('.card').first().focus()
        for (const key of ['c', 'c', 'x', 'Control+k']) await page.keyboard.press(key)
        await page.getByRole('dialog').waitFor()
        await page.emulateMedia({ media: 'print', colorScheme })
        const seen = page
          .locator('button, textarea, nav, dialog, .notice, .selection, .bar, .skip, .unfold')
          .filter({ visible: true })
        expect(await seen.evaluateAll((all) => all.map((one) => one.textContent))).toEqual(
          path === '/' ? [] : ['Garden'],
        )
        // A text that is not drawn, because it was not in view, would be empty.
        expect(await page.locator('.card').allInnerTexts()).not.toContain('')
        const looks = await page.evaluate(() => ({
          cutOff: [
            ...document.querySelectorAll(
              'html, body, #app, .frame, main, .columns, .column, .list, .text, .card-title, .notes',
            ),
          ]
            .filter(
              (one) =>
                one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY !== 'visible',
            )
            .map((one) => one.className || one.localName),
          colours: [
            ...new Set(
              [...document.querySelectorAll('body, .card')].map(
                (one) => getComputedStyle(one).backgroundColor,
              ),
            ),
          ],
          ink: getComputedStyle(document.body).color,
        }))
        expect(looks).toEqual({ cutOff: [], colours: ['rgb(255, 255, 255)'], ink: 'rgb(0, 0, 0)' })
        // 81 cards do not fit one page, so they were not cut off at its end.
        if (path === '/') expect(await pagesOf(page)).toBe(1)
        else expect(await pagesOf(page)).toBeGreaterThan(2)
        await page.context().close()
      }
    },
  )

  test('a command prints the page', async () => {
    await addToInbox('Milk')
    const page = await browsing.open('/', { person })
    await card(page, 'Milk').waitFor()
    const printed = await page.evaluateHandle(() => ({
      begins: new Promise((resolve) => addEventListener('beforeprint', () => resolve('printed'))),
    }))
    await page.keyboard.press('Control+k')
    await page.keyboard.type('print')
    await page.keyboard.press('Enter')
    expect(await printed.evaluate(({ begins }) => begins)).toBe('printed')
  })
})

test('axe objects to none of it, light or dark, narrow or wide', async () => {
  const { client } = person
  const rich = `Read ${url}\n${longNotes}\n${url}`
  const project = await makeBoard(client, 'Garden', {
    'To do': [rich, longTitle, `${url} – שלום`, 'לקנות חלב'],
    Doing: [`${rich} and`, `mailto:ada@example.com\n${url}`],
    Done: [`Done ${rich}`, longTitle],
  })
  const { cards } = await client.listProjectCards({ project_id: project.id })
  for (const { id } of cards.slice(-2)) await client.editCard({ id, complete: true })
  const page = await browsing.open(`/projects/${project.id}`, { person, reducedMotion: 'reduce' })
  await button(page, `Show all of ${briefly(longTitle)}`)
    .first()
    .click()
  await page.locator('.card').first().focus()
  await page.keyboard.press('x')
  for (const width of [320, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme })
      expect(await objectionsTo(page), `${colorScheme}, ${width} px`).toEqual([])
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0)
    }
})
