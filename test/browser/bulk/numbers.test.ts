import { test } from 'vitest'
import { becomes, goOffline, intercept } from '../../support/browsing/browsing.ts'
import { sitDown } from '../../support/browsing/keys.ts'
import { browseInTests } from '../../support/browsing/tests.ts'

const browsing = browseInTests()

test('sent and waiting changes are both counted by card', async () => {
  const cards = (name: string, length: number) => Array.from({ length }, (_, index) => `${name} ${index + 1}`)
  const desk = await sitDown(browsing, { 'To do': cards('Old', 55), Doing: cards('New', 45) })
  const { page, press, boardIs } = desk
  await goOffline(page)
  await press('ArrowDown', 'Control+a', 'Delete')
  await becomes(() => page.locator('.card').count(), 45)
  await press('ArrowDown', 'Control+a', 'Shift+ArrowLeft')
  await page.getByRole('button', { name: /100 changes waiting/ }).waitFor()
  const held = Promise.withResolvers<void>()
  await intercept(page, '**/api/batch', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.context().setOffline(false)
  await page.getByRole('button', { name: '100 changes waiting', exact: true }).waitFor()
  held.resolve()
  await boardIs({ 'To do': cards('New', 45) })
  await becomes(() => page.locator('.mark').count(), 0)
})
