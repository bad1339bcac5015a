import { expect, test } from 'vitest'
import { boardIs, card, edit, editor, idOf } from '../../support/browsing/boards.ts'
import { becomes, boardOf, makeBoard } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { lookAt } from './meddling.ts'

// Whoever is typing keeps the focus and the selection, whatever moves.

const browsing = browseInTests()
const board = { 'To do': ['Weed', 'Water', 'Sow'], Doing: ['Dig', 'Rake', 'Mow'] }

test('a card that is moved elsewhere while it is edited keeps its selection: up, down, to either side, and to another project', async () => {
  const seen = await lookAt(browsing, board)
  const { page, client, project } = seen
  const house = await makeBoard(client, 'House')
  const { statuses } = await client.listStatuses({ project_id: project.id })
  const dig = await idOf(seen, 'Dig')
  const rake = await idOf(seen, 'Rake')
  const mow = await idOf(seen, 'Mow')
  const order = (column: number, card_ids: string[], moved: string[]) =>
    client.setColumn({ project_id: project.id, status_id: statuses[column]?.id ?? '', card_ids, moved })

  await edit(page, 'Dig', 'Dig them')
  for (const _ of 'them') await page.keyboard.press('Shift+ArrowLeft')
  let typed = ''
  /** Types a letter in place of what is selected, and selects all that was typed so. */
  const goesOn = async (letter: string) => {
    await page.keyboard.type(letter)
    typed = letter
    await becomes(() => editor(page).inputValue(), `Dig ${typed}`)
    await page.keyboard.press('Shift+ArrowLeft')
  }
  const cards = page.locator('section.column[aria-label=Doing] .card')
  const orders = [
    [rake, mow, dig],
    [dig, mow, rake],
    [rake, mow, dig],
    [mow, dig, rake],
    [rake, dig, mow],
    [dig, rake, mow],
  ]
  for (const [index, ids] of orders.entries()) {
    await order(1, ids, ids)
    await becomes(() => cards.evaluateAll((all) => all.map((one) => one.getAttribute('data-id'))), ids)
    await goesOn(String(index))
  }
  for (const [column, name] of [
    [0, 'To do'],
    [2, 'Done'],
    [1, 'Doing'],
  ] as const) {
    await order(column, [dig], [dig])
    await page.getByRole('region', { name }).getByRole('textbox', { name: 'Card text' }).waitFor()
    await goesOn(name[0] ?? '')
  }
  const { statuses: rooms } = await client.listStatuses({ project_id: house.id })
  await client.setColumn({
    project_id: house.id,
    status_id: rooms[0]?.id ?? '',
    card_ids: [dig],
    moved: [dig],
  })
  await page.getByText('This card was moved to House · To do on another device.').waitFor()
  await goesOn('z')
  await page.keyboard.press('Enter')
  await becomes(() => boardOf(client, house), { 'To do': ['Dig z'], Doing: [], Done: [] })
  await boardIs(page, client, project, { ...board, Doing: ['Rake', 'Mow'] })
  await card(page, 'Rake').and(page.locator(':focus')).waitFor()
})

test('a person who returns from another window continues typing', async () => {
  const { page } = await lookAt(browsing, board)
  await edit(page, 'Dig', 'Dig them')
  // As browsers report it: the focus leaves the field, which is still the active element.
  await editor(page).dispatchEvent('focusout', { bubbles: true })
  await page.keyboard.type(', all')
  expect(await editor(page).inputValue()).toBe('Dig them, all')
})
