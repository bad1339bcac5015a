import { describe, expect, test } from 'vitest'
import { boardIs, button, card, startEditing } from '../../support/browsing/boards.ts'
import { becomes, boardOn } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { inSheet, isGone, isHitByFingers, isTyping, sheet, tapCard, toolbar, visit } from './visit.ts'

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
    await button(page, 'Move to…').tap()
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

  test('leaves the mouse and the keyboard their ways, on the same screen', async () => {
    const { page } = await visit(browsing)
    await card(page, 'Weed').click()
    expect(await sheet(page).count()).toBe(0)
    await startEditing(page, 'Water')
    await page.keyboard.press('Escape')
    await button(page, 'Actions for Sow').click()
    await page.getByRole('combobox', { name: 'Actions for “Sow”' }).and(page.locator(':focus')).waitFor()
  })
})
