import { describe, expect, test } from 'vitest'
import { isGone, sheet, tapCard, visit } from '../../../browser/phone/visit.ts'
import { button, card, startEditing } from '../../../support/browsing/boards.ts'
import { becomes, boardOn } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

describe('a tap on a card', () => {
  test('that is deleted elsewhere meanwhile closes', async () => {
    const { page, project, client } = await visit(browsing)
    await tapCard(page, 'Weed')
    const { cards } = await client.listProjectCards({ project_id: project.id })
    await client.removeCard({ id: cards.find(({ text }) => text === 'Weed')?.id ?? '' })
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    await isGone(page)
    await becomes(() => boardOn(page), { 'To do': ['Water', 'Sow'], Doing: ['Mow'], Done: [] })
  })

  test('leaves the mouse and the keyboard their ways, on the same screen', async () => {
    const { page } = await visit(browsing)
    await card(page, 'Weed').click()
    expect(await sheet(page).count()).toBe(0)
    await startEditing(page, 'Water')
    await page.keyboard.press('Escape')
    await button(page, 'Actions for Sow').click()
    await page.getByRole('menu', { name: 'Actions for “Sow”' }).and(page.locator(':focus')).waitFor()
  })
})
