import { describe, expect, test } from 'vitest'
import { boardIs, button, card, editor, tick } from '../../support/browsing/boards.ts'
import { type Board, becomes, boardOf } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { actions, inSheet, isGone, isHitByFingers, isTyping, sheet, tapCard, visit } from './visit.ts'

const browsing = browseInTests()

describe('a tap on a card', () => {
  test('opens a sheet with its whole text and its actions in the order of use', async () => {
    const text = 'Build the compost bin\nfrom the pallets behind the shed'
    const { page } = await visit(browsing, { 'To do': ['Weed', text], Doing: ['Mow'] })
    await card(page, 'Build the compost bin').tap()
    await sheet(page).getByText('from the pallets behind the shed').waitFor()
    expect(await actions(page)).toEqual([
      'Complete',
      'Edit',
      'Date…',
      'Move to…',
      'Move to Doing',
      'Move up',
      'Select',
      'Copy text',
      'Copy link',
      'Delete',
    ])
    expect(await isTyping(page)).toBe(false)
    await isHitByFingers(page)

    await page.keyboard.press('Escape')
    await isGone(page)
    await tapCard(page, 'Mow')
    expect(await actions(page)).toEqual([
      'Complete',
      'Edit',
      'Date…',
      'Move to…',
      'Move to Done',
      'Move to To do',
      'Select',
      'Copy text',
      'Copy link',
      'Delete',
    ])
  })

  test('shows its marks whole, which on the board begin where its text does', async () => {
    const { page, client } = await visit(browsing)
    await client.addInboxCard({ text: 'Short due:2024-02-28 #a' })
    await page.goto(browsing.appUrl)
    const chips = page.locator('.card .marks .chip')
    await becomes(
      () =>
        chips.evaluateAll((all) =>
          all.map(
            (one) => (one.firstElementChild?.getBoundingClientRect().x ?? 0) - one.getBoundingClientRect().x,
          ),
        ),
      [0, 0],
    )
    // Beside the title: a finger on it may mean the label below.
    await page.locator('.card', { hasText: 'Short' }).tap({ position: { x: 330, y: 16 } })
    await sheet(page).waitFor()
    const text = sheet(page).locator('.rich.text')
    await becomes(
      () =>
        text
          .locator('.chip')
          .allInnerTexts()
          .then((all) => all.length),
      2,
    )
    await becomes(() => text.evaluate((one) => one.scrollHeight - one.clientHeight), 0)
  })

  test('leads to all of it, and to every place, without the keyboard of the phone', async () => {
    const { page, project, house, client } = await visit(browsing)
    const isSo = (board: Board) => boardIs(page, client, project, board)
    const take = async (text: string, action: string) => {
      await tapCard(page, text)
      await inSheet(page, action).tap()
    }
    await take('Weed', 'Move to Doing')
    await isGone(page)
    await isSo({ 'To do': ['Water', 'Sow'], Doing: ['Weed', 'Mow'] })
    await take('Water', 'Move down')
    await isSo({ 'To do': ['Sow', 'Water'], Doing: ['Weed', 'Mow'] })
    await take('Sow', 'Complete')
    await becomes(() => tick(page, 'Sow').isChecked(), true)
    await take('Sow', 'Reopen')
    await becomes(() => tick(page, 'Sow').isChecked(), false)
    await take('Sow', 'Delete')
    await isSo({ 'To do': ['Water'], Doing: ['Weed', 'Mow'] })
    await take('Water', 'Edit')
    await editor(page).and(page.locator(':focus')).fill('Water the roses')
    await button(page, 'Save').tap()
    await isSo({ 'To do': ['Water the roses'], Doing: ['Weed', 'Mow'] })

    await tapCard(page, 'Weed')
    await inSheet(page, 'Move to…').tap()
    await page.getByRole('option', { name: 'Doing House' }).waitFor()
    expect(await isTyping(page)).toBe(false)
    await isHitByFingers(page)
    // The field is there for who wants it.
    await page.getByRole('combobox').tap()
    await page.keyboard.type('done hou')
    await page.getByRole('option', { name: 'Done House' }).tap()
    await isGone(page)
    await becomes(() => boardOf(client, house), { 'To do': [], Doing: ['Paint the door'], Done: ['Weed'] })
  })
})
