import { describe, expect, test } from 'vitest'
import { button } from '../../support/browsing/boards.ts'
import { becomes, boardOf } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { inSheet, isHitByFingers, tapCard, toolbar, visit } from '../phone/visit.ts'
import { sit } from './desk.ts'

const browsing = browseInTests()

describe('the bar for selected cards', () => {
  test('dates them all on a desktop', async () => {
    const { page, press, after, textsAre } = await sit(browsing, ['Weed', 'Water', 'Sow'])
    await page.locator('.card').first().focus()
    await press('x', 'ArrowDown', 'x')
    await button(page, 'Date of 2 cards').click()
    const picker = page.getByRole('dialog', { name: 'Date of 2 cards' })
    const { y = 0, height = 0 } = (await picker.boundingBox()) ?? {}
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y + height).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
    await picker.getByRole('button', { name: 'Tomorrow', exact: true }).click()
    await textsAre([`Weed due:${after(1)}`, `Water due:${after(1)}`, 'Sow'])
  })

  test('dates them all on a phone, on one line of buttons', async () => {
    const { page, project, client } = await visit(browsing)
    await tapCard(page, 'Weed')
    await inSheet(page, 'Select').tap()
    await page.getByRole('listitem', { name: 'Sow', exact: true }).tap()
    await toolbar(page).getByText('2 selected').waitFor()
    const tops = await toolbar(page)
      .getByRole('button')
      .evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size)
    expect(tops).toBe(1)
    await isHitByFingers(page)
    await button(page, 'Date of 2 cards').tap()
    await inSheet(page, 'Tomorrow').tap()
    await becomes(
      async () => (await boardOf(client, project))['To do']?.map((text) => text.replace(/\d{4}-.*/, 'day')),
      ['Weed due:day', 'Water', 'Sow due:day'],
    )
  })
})
