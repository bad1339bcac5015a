import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button, link } from '../../support/browsing/boards.ts'
import { becomes, makeBoard } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'

const browsing = browseInTests()

const names = (page: Page) =>
  page.locator('.projects .name').evaluateAll((all) => all.map(({ textContent }) => textContent))

/** Somebody with so many projects that they don't fit, before the last of them. */
async function withMany() {
  const person = await browsing.inboard.signIn()
  for (let number = 1; number < 30; number++) await person.client.addProject({ title: `Project ${number}` })
  const last = await makeBoard(person.client, 'The last', { 'To do': ['Weed', 'Water'] })
  const page = await browsing.open(`/projects/${last.id}`, { person })
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.getByRole('region', { name: 'To do' }).waitFor()
  return page
}

test('with thirty projects, the search, the inbox, New project and the current project are in view', async () => {
  const page = await withMany()
  const areInView = async () => {
    const { height = 0 } = page.viewportSize() ?? {}
    const nav = page.getByRole('navigation')
    for (const one of [
      nav.getByRole('button', { name: 'Search' }),
      link(page, /^Inbox/),
      button(page, 'New project'),
      link(page, /^The last/),
      link(page, 'Settings'),
    ])
      await becomes(async () => {
        const box = await one.boundingBox()
        return box !== null && box.y >= 0 && box.y + box.height <= height
      }, true)
  }
  for (const size of [
    { width: 1280, height: 720 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await page.reload()
    await page.getByRole('region', { name: 'To do' }).waitFor()
    if (size.width < 800) await button(page, 'Inbox and projects').click()
    await areInView()
  }
})

test('columns end at the same height, and none is stretched over a large screen', async () => {
  const page = await withMany()
  const boxes = await page
    .locator('.column')
    .evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect()).map(({ bottom, width }) => [bottom, width]),
    )
  expect(boxes).toHaveLength(3)
  for (const [bottom = 0, width = 0] of boxes) {
    expect(bottom).toBe(boxes[0]?.[0])
    expect(bottom).toBeGreaterThan(1000)
    expect(width).toBeLessThanOrEqual(22 * 16)
  }
})

test('the inbox, the bin, the settings and the page of today begin at the same edge', async () => {
  const page = await withMany()
  const edges: (number | undefined)[] = []
  for (const [path, name] of [
    ['/', 'Inbox'],
    ['/bin', 'Bin'],
    ['/settings', 'Settings'],
    ['/today', 'Today'],
  ] as const) {
    await page.goto(browsing.appUrl + path)
    const heading = page.getByRole('heading', { level: 1, name, exact: true })
    await heading.waitFor()
    edges.push((await heading.boundingBox())?.x)
  }
  expect(new Set(edges).size).toBe(1)
})

test('on a phone, the title, its actions and the way to the projects are on one line', async () => {
  const page = await withMany()
  await page.setViewportSize({ width: 390, height: 844 })
  const parts = [
    button(page, 'Inbox and projects'),
    page.getByRole('heading', { level: 1 }),
    button(page, 'Search'),
    button(page, 'Project actions'),
  ]
  for (const part of parts) {
    const { y = -1, height = 100 } = (await part.boundingBox()) ?? {}
    expect(y).toBeGreaterThanOrEqual(0)
    expect(y + height).toBeLessThanOrEqual(60)
  }
  expect((await page.getByRole('region', { name: 'To do' }).boundingBox())?.y).toBeLessThan(64)
})

test('projects are sorted by creation, name or recent use, on this device, and the keys follow', async () => {
  const person = await browsing.inboard.signIn()
  for (const title of ['Plot 10', 'apples', 'Plot 2']) await makeBoard(person.client, title)
  const page = await browsing.open('/', { person })
  await becomes(() => names(page), ['Plot 10', 'apples', 'Plot 2'])
  await button(page, 'Sort projects: Oldest first').click()
  await becomes(() => names(page), ['apples', 'Plot 2', 'Plot 10'])
  await page.keyboard.press(']')
  await page.getByRole('heading', { level: 1, name: 'apples' }).waitFor()
  await page.reload()
  await becomes(() => names(page), ['apples', 'Plot 2', 'Plot 10'])
  await link(page, 'Plot 10').click()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('sort recent')
  await page.getByRole('option', { name: /^Sort projects by recent use/ }).click()
  await becomes(() => names(page), ['Plot 10', 'apples', 'Plot 2'])
  await link(page, 'Plot 2').click()
  await becomes(() => names(page), ['Plot 2', 'Plot 10', 'apples'])
  // Passing through does not change the order under the keys.
  for (const title of ['Plot 10', 'apples']) {
    await page.keyboard.press(']')
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
  }
  await becomes(() => names(page), ['Plot 2', 'Plot 10', 'apples'])
})
