import { describe, test } from 'vitest'
import { becomes } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { chosen, garden, options, palette, sitAtCard } from './desk.ts'

const browsing = browseInTests()

describe('the palette', () => {
  test('finds a card of a project that was never visited, by any of its words, and goes to it', async () => {
    const { page, press, type, focusIs } = await sitAtCard(browsing)
    await press('Control+k')
    await page.getByRole('option', { name: 'Oil the hinges' }).waitFor()
    await type('HINGES house')
    await becomes(() => options(page), ['Oil the hinges', 'Add to inbox: HINGES house'])
    await press('Enter')
    await focusIs('Oil the hinges')
    await page.getByRole('heading', { level: 1, name: 'House' }).waitFor()
    await press('ArrowUp')
    await focusIs('Paint the door')
    // From there to the inbox, and to a card on the same page.
    for (const [typed, card] of [
      ['plumber', 'Call the plumber'],
      ['water', 'Water'],
      ['dig', 'Dig'],
    ] as const) {
      await press('/')
      await page.getByRole('option', { name: 'Oil the hinges' }).waitFor()
      await type(typed)
      await becomes(() => chosen(page), card)
      await press('Enter')
      await focusIs(card)
    }
  })

  test('goes to a project and does what it is told', async () => {
    const desk = await sitAtCard(browsing)
    const { page, press, type, focusIs, boardIs } = desk
    const choose = async (typed: string, name: string) => {
      await press('Control+k')
      await focusIs(palette)
      await type(typed)
      await becomes(() => chosen(page), name)
      await press('Enter')
    }
    await choose('move down', 'Move down')
    await focusIs('Weed')
    await boardIs({ ...garden, 'To do': ['Water', 'Weed', 'Sow'] })
    await choose('undo', 'Undo')
    await focusIs('Weed')
    await boardIs(garden)
    await choose('new card', 'New card')
    await focusIs('Add a card to To do')
    await press('Escape')
    await choose('edit', 'Edit')
    await focusIs('Card text')
    await press('Escape')
    await choose('shortcuts', 'Keyboard shortcuts')
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
    await press('Escape')
    await focusIs('Weed')
    await choose('house', 'House')
    await page.getByRole('heading', { level: 1, name: 'House' }).waitFor()
    await focusIs('main')
  })
})
