import { describe, expect, test } from 'vitest'
import { boardIs, button, card } from '../../support/browsing/boards.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { inSheet, isGone, isHitByFingers, isTyping, sheet, tapCard, toolbar, visit } from './visit.ts'

const browsing = browseInTests()

describe('a tap on a card', () => {
  test('chooses it when others are chosen already', async () => {
    const { page, project, client } = await visit(browsing)
    await tapCard(page, 'Weed')
    await inSheet(page, 'Select').tap()
    await toolbar(page).waitFor()
    for (const text of ['Water', 'Mow']) await card(page, text).tap()
    await toolbar(page).getByText('3 selected').waitFor()
    expect(await sheet(page).count()).toBe(0)
    await page.getByRole('listitem', { name: 'Selected: Water' }).tap()
    await toolbar(page).getByText('2 selected').waitFor()
    await isHitByFingers(page)
    await button(page, 'Move 2 cards to…').tap()
    expect(await isTyping(page)).toBe(false)
    await page.getByRole('option', { name: 'Done Garden' }).tap()
    await boardIs(page, client, project, { 'To do': ['Water', 'Sow'], Done: ['Weed', 'Mow'] })
    await toolbar(page).waitFor({ state: 'detached' })

    await tapCard(page, 'Water')
    await inSheet(page, 'Select').tap()
    await page.getByRole('listitem', { name: 'Selected: Water' }).tap()
    await toolbar(page).waitFor({ state: 'detached' })
    await tapCard(page, 'Water')
    await page.goBack()
    await isGone(page)
    expect(page.url()).toContain(project.id)
  })
})
