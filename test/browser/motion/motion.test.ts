import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { becomes } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import {
  card,
  carryTo,
  column,
  dropPlace,
  isMoved,
  numbered,
  pickUp,
  start,
  upperHalfOf,
  visit,
} from '../drag/dragging.ts'
import { isStill, type Motion, motions, recordMotions } from './motions.ts'

const browsing = browseInTests()

/** Until something has moved: each card by name, with the copies. */
async function moved(page: Page): Promise<Map<string, Motion>> {
  const seen = new Map<string, Motion>()
  await becomes(async () => {
    for (const motion of await motions(page))
      if (!seen.get(motion.card)?.isGhost) seen.set(motion.card, motion)
    return seen.size > 0 && (await isStill(page))
  }, true)
  return seen
}

test('cards glide to their new places: after keys, undo and changes from other devices, in less than 200 ms', async () => {
  const { page, person, project } = await visit(browsing, start)
  await recordMotions(page)
  await card(page, 'dig').click()
  await motions(page)

  await page.keyboard.press('Shift+ArrowDown')
  const down = await moved(page)
  expect([...down.keys()].sort()).toEqual(['dig', 'sow'])
  expect(down.get('dig')?.from).toMatch(/^translate\(0px, -\d+px\)$/)
  expect(down.get('sow')?.from).toMatch(/^translate\(0px, \d+px\)$/)

  await page.keyboard.press('Shift+ArrowRight')
  const across = await moved(page)
  expect(across.get('dig')).toMatchObject({ isGhost: true })
  expect(across.get('water')?.from).toMatch(/^translate\(0px, \d+px\)$/)
  expect(across.get('mow')?.from).toMatch(/^translate\(0px, -\d+px\)$/)

  await page.keyboard.press('z')
  expect((await moved(page)).get('dig')).toMatchObject({ isGhost: true })

  await page.keyboard.press('Delete')
  expect((await moved(page)).get('dig')).toMatchObject({ isGhost: true })

  const { cards } = await person.client.listProjectCards({ project_id: project.id })
  await person.client.removeCard({ id: cards.find(({ text }) => text === 'sow')?.id ?? '' })
  const away = await moved(page)
  expect([...away.keys()].sort()).toEqual(['sow', 'water', 'weed'])

  for (const { duration } of [...down.values(), ...across.values(), ...away.values()])
    expect(duration).toBeLessThan(200)
})

test('a hundred cards that another device moves glide, without a message', async () => {
  const many = numbered(99)
  const { page, person, project } = await visit(browsing, { 'To do': many, Doing: ['mow'], Done: [] })
  await recordMotions(page)
  // Also one that goes again soon.
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.querySelector('.notice')) document.title = 'A message'
    }).observe(document.body, { childList: true, subtree: true, attributes: true })
  })
  const { client } = person
  const { cards } = await client.listProjectCards({ project_id: project.id })
  const ids = cards.filter(({ text }) => many.includes(text)).map(({ id }) => id)
  const status_id = cards.find(({ text }) => text === 'mow')?.status_id ?? ''
  await client.setColumn({ project_id: project.id, status_id, card_ids: ids, moved: ids })
  await becomes(() => column(page, 'To do').getByRole('listitem').count(), 0)
  const across = await moved(page)
  expect(across.get('number 1')).toMatchObject({ isGhost: true })
  // Only what can be seen moves.
  expect(across.size).toBeLessThan(30)
  await client.batch({
    operations: ids.map((id) => ({ method: 'DELETE', path: `/api/cards/${id}` })),
  })
  await becomes(() => column(page, 'Doing').getByRole('listitem').count(), 1)
  await becomes(() => isStill(page), true)
  expect(await page.title()).not.toBe('A message')
})

test('while a card is carried the others make room, and it settles from where it was let go', async () => {
  const visitor = await visit(browsing, start)
  const { page } = visitor
  const before = await card(page, 'mow').boundingBox()
  await pickUp(page, 'sow')
  await carryTo(page, upperHalfOf('mow'))
  await dropPlace(page).waitFor()
  await becomes(
    async () => (await card(page, 'mow').boundingBox())?.y,
    (before?.y ?? 0) + (before?.height ?? 0) + 4,
  )
  await recordMotions(page)
  await page.mouse.up()
  await isMoved(visitor, { 'To do': ['dig', 'water', 'weed'], Doing: ['prune', 'sow', 'mow'], Done: [] })
  const settled = await moved(page)
  expect(settled.get('sow')).toMatchObject({ isGhost: true })
  // It was in its place before the card was dropped.
  expect(settled.has('mow')).toBe(false)
  await becomes(() => dropPlace(page).count(), 0)
})

test('nothing moves for those who prefer it so', async () => {
  const visitor = await visit(browsing, start, { reducedMotion: 'reduce' })
  const { page } = visitor
  await recordMotions(page)
  await card(page, 'dig').click()
  await page.keyboard.press('Shift+ArrowDown')
  await isMoved(visitor, { ...start, 'To do': ['sow', 'dig', 'water', 'weed'] })
  await page.keyboard.press('Shift+ArrowRight')
  await isMoved(visitor, { 'To do': ['sow', 'water', 'weed'], Doing: ['prune', 'dig', 'mow'], Done: [] }, 2)
  expect((await motions(page)).filter(({ duration }) => duration > 0)).toEqual([])
  expect(await isStill(page)).toBe(true)
})
