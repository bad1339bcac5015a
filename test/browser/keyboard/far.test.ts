import { expect, test } from 'vitest'
import { becomes, makeBoard } from '../../support/browsing/browsing.ts'
import { lookAt } from '../../support/browsing/keys.ts'
import { browseInTests } from '../../support/browsing/tests.ts'

const browsing = browseInTests()

test('the cursor is in view wherever it goes in a long column', async () => {
  const person = await browsing.inboard.signIn()
  // The notes make all cards taller than the browser's estimate.
  const texts = Array.from({ length: 100 }, (_, nth) => `m${nth}\nnote`)
  const project = await makeBoard(person.client, 'Garden', { 'To do': texts })
  const { page, press, write } = await lookAt(browsing, person, project)
  const isSeen = (title: string) =>
    becomes(
      () =>
        page.evaluate(() => {
          const card = document.querySelector('.card:focus')
          const [inner, outer] = [card, card?.closest('.list')].map((one) => one?.getBoundingClientRect())
          const isWithin = inner && outer && inner.top >= outer.top && inner.bottom <= outer.bottom
          return isWithin && card?.querySelector('.card-title')?.textContent
        }),
      title,
    )
  await press('ArrowDown')
  await isSeen('m0')
  await press('End')
  await isSeen('m99')
  await press('Shift+ArrowUp')
  await isSeen('m99')
  await press('Home')
  await isSeen('m0')
  await press('/')
  await write('m70')
  await page.getByRole('option', { name: /^m70/ }).waitFor()
  await press('Enter')
  await isSeen('m70')
  await press('Delete')
  await isSeen('m71')
  await press('Home')
  await isSeen('m0')
  await press('z')
  await isSeen('m70')
  expect(await page.evaluate(() => document.scrollingElement?.scrollTop)).toBe(0)
})
