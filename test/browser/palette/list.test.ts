import { describe, expect, test } from 'vitest'
import { becomes } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { chosen, options, palette, sitAtCard } from './desk.ts'

const browsing = browseInTests()

describe('the palette', () => {
  test('lists recent items, actions, projects and cards, also of projects never visited; arrows and page keys go through the list', async () => {
    const { page, press, type } = await sitAtCard(browsing)
    await press('Control+k')
    await page.getByRole('option', { name: 'Oil the hinges House · Doing' }).waitFor()
    const listed = await options(page)
    expect(listed[0]).toBe('Garden')
    expect(listed.indexOf('Sign out')).toBeLessThan(listed.indexOf('House'))
    expect(listed.indexOf('House')).toBeLessThan(listed.indexOf('Weed'))
    for (const action of [
      'Go to the inbox',
      'Move to…',
      'Edit',
      'New card',
      'New project',
      'Rename this project',
      'Undo',
      'Sign out',
    ])
      expect(listed).toContain(action)
    // The arrows do these better, and the palette is open already.
    for (const step of ['Card above', 'First card of the column', palette]) expect(listed).not.toContain(step)
    for (const card of ['Weed', 'Dig', 'Paint the door', 'Call the plumber']) expect(listed).toContain(card)

    const field = page.getByRole('combobox', { name: palette })
    expect(await field.getAttribute('aria-expanded')).toBe('true')
    expect(await field.getAttribute('aria-controls')).toBe(await page.getByRole('listbox').getAttribute('id'))
    const steps: [string, number][] = [
      ['ArrowDown', 1],
      ['ArrowDown', 2],
      ['ArrowUp', 1],
      ['PageDown', 9],
      ['PageUp', 1],
      ['PageUp', 0],
      ['ArrowUp', 0],
    ]
    for (const [key, index] of steps) {
      await press(key)
      await becomes(() => chosen(page), listed[index])
      expect(await page.getByRole('option', { selected: true }).count()).toBe(1)
    }
    // The list goes along, to its very ends.
    const list = page.getByRole('listbox')
    const pages = Array.from({ length: Math.ceil(listed.length / 8) })
    await press(...pages.map(() => 'PageDown'))
    await becomes(() => chosen(page), listed.at(-1))
    expect(await list.evaluate((it) => it.scrollHeight - it.clientHeight - it.scrollTop)).toBeLessThan(1)
    expect(await list.evaluate((it) => it.scrollTop)).toBeGreaterThan(0)
    await press(...pages.map(() => 'PageUp'))
    await becomes(() => chosen(page), listed[0])
    expect(await list.evaluate((it) => it.scrollTop)).toBe(0)

    // Typing begins again at the first.
    await type('the')
    await becomes(() => chosen(page), (await options(page))[0])
    await type(' nowhere')
    await page.getByRole('status').filter({ hasText: 'Nothing matches “the nowhere”.' }).waitFor()
    // But it can become a card.
    await becomes(() => chosen(page), 'Add to inbox: the nowhere')
  })
})
