import { describe, expect, test } from 'vitest'
import { opensDrawer, row } from '../../../browser/phone/in-hand.ts'
import { drawer, start, visit } from '../../../browser/phone/visit.ts'
import { boardIs, button, card, link } from '../../../support/browsing/boards.ts'
import { becomes, inboxOf, readyToDrag } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'
import { finger, pointIn } from '../../../support/browsing/touch.ts'
import { eventually } from '../../../support/service/inboard.ts'

const browsing = browseInTests()

describe('a card in the hand', () => {
  test('opens the drawer by the button, and goes to any project there', () =>
    opensDrawer(browsing, (page) => pointIn(button(page, 'Inbox and projects'))))

  test('goes to the inbox, and scrolls to a project far below', async () => {
    const { page, client } = await visit(browsing)
    const projects = Array.from({ length: 30 }, (_, index) => ({ title: `Project ${index + 1}` }))
    await client.batch({
      operations: projects.map((body) => ({ method: 'POST', path: '/api/projects', body })),
    })
    await becomes(() => page.locator('nav li').count(), 32)
    await readyToDrag(page)
    const held = await (await finger(page)).longPress(card(page, 'Weed'))
    await held.over({ x: 6, y: 400 })
    await becomes(async () => (await drawer(page).boundingBox())?.x, 0)
    const list = drawer(page).locator('.projects')
    const scrolled = () => list.evaluate((it) => it.scrollTop)
    const { y: top = 0, height = 0 } = (await list.boundingBox()) ?? {}
    await eventually(async () => {
      await held.over({ x: 100, y: top + height - 6 })
      return (await scrolled()) > 200 ? true : undefined
    }, 'the projects to scroll')
    await eventually(async () => {
      await held.over({ x: 100, y: top + 6 })
      return (await scrolled()) === 0 ? true : undefined
    }, 'the projects to scroll back')
    const there = await pointIn(row(page, 'Inbox'))
    await held.over(there)
    await held.drop(there)
    await becomes(() => inboxOf(client), ['Call the plumber', 'Weed'])
    await drawer(page).waitFor({ state: 'hidden' })
  })

  test('scrolls the board at the left edge, as long as there is a column to the left', async () => {
    const { page } = await visit(browsing, { ...start, Done: ['Dig'] })
    await readyToDrag(page)
    const columns = page.locator('.columns')
    await columns.evaluate((it) => it.scrollTo({ left: it.scrollWidth, behavior: 'instant' }))
    const held = await (await finger(page)).longPress(card(page, 'Dig'))
    await held.over({ x: 12, y: 400 })
    expect(await drawer(page).isVisible()).toBe(false)
    await eventually(async () => {
      await held.over({ x: 12, y: 400 })
      return (await columns.evaluate((it) => it.scrollLeft)) === 0 ? true : undefined
    }, 'the board to scroll')
    await held.over({ x: 12, y: 400 })
    await link(page, /^House/).waitFor()
  })

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
