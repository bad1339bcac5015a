import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { maxOperations } from '../../../src/contract/plain/limits.ts'
import { becomes } from '../../support/browsing/browsing.ts'
import { sitDown } from '../../support/browsing/keys.ts'
import { holdBatches, isSent } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'

const browsing = browseInTests()
const many = Array.from({ length: maxOperations }, (_, index) => `Card ${index + 1}`)

/** Everything that the page asks of the API from now on. */
function requestsOf(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) sent.push(`${request.method()} ${pathname}`)
  })
  return sent
}

/** No card is read or changed on its own. */
function expectFew(sent: readonly string[]): void {
  expect(sent.filter((one) => /\/api\/cards\/[\w-]{36}/.test(one))).toEqual([])
  expect(sent.length, sent.join('\n')).toBeLessThan(20)
}

test('after a reload, 100 cards that were restored meanwhile are sent in a few requests and ask nothing', async () => {
  const { page, client, project, press } = await sitDown(browsing, { 'To do': many })
  const { owner_id } = project
  await becomes(() => page.locator('.card').count(), many.length)
  await press('ArrowDown', 'Control+a', 'Delete')
  await becomes(() => page.locator('.card').count(), 0)
  await isSent(page, owner_id)
  const held = await holdBatches(page)
  await press('z')
  await becomes(() => page.locator('.card').count(), many.length)
  // The server has done it, but the answer is lost with the page.
  await held.lose()
  const sent = requestsOf(page)
  await page.reload()
  await becomes(() => page.locator('.card').count(), many.length)
  await held.letGo()
  await isSent(page, owner_id)
  const { cards } = await client.listProjectCards({ project_id: project.id })
  expect(cards.map(({ text }) => text)).toEqual(many)
  expect((await client.listBin()).items).toEqual([])
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await page.getByRole('group', { name: 'Changed in two places' }).count()).toBe(0)
  expectFew(sent)
})

test('after a reload, 100 edited cards that are deleted are not read one by one', async () => {
  const { page, client, project, press } = await sitDown(browsing, { 'To do': many })
  const { owner_id } = project
  await becomes(() => page.locator('.card').count(), many.length)
  const { cards } = await client.listProjectCards({ project_id: project.id })
  await client.batch({
    operations: cards.map(({ id }, index) => ({
      method: 'PATCH',
      path: `/api/cards/${id}`,
      body: { text: `Bed ${index + 1}` },
    })),
  })
  await page.getByRole('listitem', { name: 'Bed 100', exact: true }).waitFor()
  const held = await holdBatches(page)
  await press('ArrowDown', 'Control+a', 'Delete')
  await becomes(() => page.locator('.card').count(), 0)
  await held.lose()
  const sent = requestsOf(page)
  await page.reload()
  await page.getByRole('region', { name: 'To do' }).waitFor()
  await held.letGo()
  await isSent(page, owner_id)
  await becomes(() => page.locator('.card').count(), 0)
  expect((await client.listBin()).items.length).toBe(many.length)
  expect(await page.getByRole('group', { name: 'Changed in two places' }).count()).toBe(0)
  expectFew(sent)
})
