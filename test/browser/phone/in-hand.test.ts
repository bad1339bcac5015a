import { describe, test } from 'vitest'
import { boardIs, card } from '../../support/browsing/boards.ts'
import { becomes, readyToDrag } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { finger, pointIn } from '../../support/browsing/touch.ts'
import { opensDrawer } from './in-hand.ts'
import { drawer, start, visit } from './visit.ts'

const browsing = browseInTests()

describe('a card in the hand', () => {
  test('opens the drawer by the left edge, and goes to any project there', () =>
    opensDrawer(browsing, async () => ({ x: 6, y: 400 })))

  test('closes the drawer again, and goes where it is dropped', async () => {
    const { page, client, project } = await visit(browsing)
    await readyToDrag(page)
    const held = await (await finger(page)).longPress(card(page, 'Weed'))
    await held.over({ x: 6, y: 400 })
    await becomes(async () => (await drawer(page).boundingBox())?.x, 0)
    await held.over({ x: 380, y: 400 })
    await drawer(page).waitFor({ state: 'hidden' })
    const there = await pointIn(card(page, 'Sow'), 0.75)
    await held.over(there)
    await held.drop(there)
    await boardIs(page, client, project, { ...start, 'To do': ['Water', 'Sow', 'Weed'] })
  })
})
