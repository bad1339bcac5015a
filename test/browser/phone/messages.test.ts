import { expect, test } from 'vitest'
import { composer, tick } from '../../support/browsing/boards.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { phone } from '../../support/browsing/touch.ts'

const browsing = browseInTests()

test('a message moves nothing', async () => {
  const person = await browsing.inboard.signIn()
  await person.client.addInboxCard({ text: 'Milk' })
  const page = await browsing.open('/', { person, ...phone, reducedMotion: 'reduce' })
  await tick(page, 'Milk').waitFor()
  const before = await composer(page).boundingBox()
  await page.getByRole('button', { name: 'Clear completed (1)' }).waitFor({ state: 'detached' })
  await tick(page, 'Milk').tap()
  await page.getByRole('button', { name: 'Clear completed (1)' }).tap()
  await page.locator('.notice').getByRole('button', { name: 'Undo' }).waitFor()
  expect(await composer(page).boundingBox()).toEqual(before)
})
