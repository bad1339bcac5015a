import type { Locator } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { button, card, composer } from '../../../support/browsing/boards.ts'
import { becomes, makeBoard } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'
import type { SignedIn } from '../../../support/service/inboard.ts'

const browsing = browseInTests()
let person: SignedIn
let url: string
beforeEach(async () => {
  person = await browsing.inboard.signIn()
  url = `${browsing.appUrl}/docs`
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
    await card(page, hebrew).first().waitFor()
    const directions = () => texts.evaluateAll((all) => all.map((one) => getComputedStyle(one).direction))
    await becomes(directions, ['rtl', 'ltr', 'rtl', 'ltr', 'rtl'])
    await card(page, hebrew)
      .first()
      .click({ modifiers: ['ControlOrMeta'] })
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
})
