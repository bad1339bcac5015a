import { expect, test } from 'vitest'
import { addCards, becomes, makeBoard } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { phone as finger } from '../../support/browsing/touch.ts'
import { onCard } from './hands.ts'
import { phone, places, tabThrough, twice } from './magnified.ts'
import { stopNow } from './stops.ts'

const browsing = browseInTests()

// Where there is least room; the long tests look at every place at every size.
test.each(places.slice(-1))('$what fits, and Tab leads everywhere and out again', async (place) => {
  await tabThrough(browsing, place, [place.at.at(-1) ?? phone])
})

test.each([phone, twice])('a message that comes hides no card either: $width', async (viewport) => {
  const person = await browsing.inboard.signIn()
  const texts = Array.from({ length: 15 }, (_, index) => `Card ${index + 1}`)
  await addCards(person.client, '/api/inbox/cards', texts)
  const page = await browsing.open('/', { person })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize(viewport)
  await onCard(page, 'End', 'Delete')
  const message = page.locator('.notice').getByText('Deleted “Card 15”.')
  // It does not go from under the pointer.
  await message.hover()
  await becomes(async () => {
    const stop = await stopNow(page)
    return [stop?.name, stop?.isHidden, await message.count()]
  }, ['Card 14', false, 1])
})

test.each([
  { what: 'a phone on its side', options: { ...finger, viewport: { width: 844, height: 390 } }, cards: 4 },
  { what: 'four times as large', options: { viewport: { width: 320, height: 256 } }, cards: 2 },
])('a low window has its room for cards: $what', async ({ options, cards }) => {
  const person = await browsing.inboard.signIn()
  const garden = await makeBoard(person.client, 'Garden', {
    'To do': Array.from({ length: 15 }, (_, index) => `Card ${index + 1}`),
  })
  const page = await browsing.open('/', { ...options, person })
  for (const path of ['/', `/projects/${garden.id}`]) {
    if (path === '/') await addCards(person.client, '/api/inbox/cards', Array(15).fill('Card'))
    await page.goto(browsing.appUrl + path)
    await page.locator('.card').nth(14).waitFor({ state: 'attached' })
    const seen = () =>
      page.evaluate(() => {
        const room = document.querySelector('.list')?.getBoundingClientRect()
        const ends = [...document.querySelectorAll('.list .card')].map(
          (one) => one.getBoundingClientRect().bottom,
        )
        return ends.filter((end) => end <= Math.min(room?.bottom ?? 0, innerHeight)).length
      })
    await becomes(async () => (await seen()) >= cards, true)
    expect(await page.locator('.notices').evaluate((one) => one.clientHeight)).toBe(0)
  }
})

test('a long title leaves the count beside it on one line', async () => {
  const person = await browsing.inboard.signIn()
  const garden = await makeBoard(
    person.client,
    'Everything that has to be done in the garden before the winter',
    {
      'To do': ['Weed', 'Water'],
    },
  )
  const page = await browsing.open(`/projects/${garden.id}`, { person })
  await page.setViewportSize({ width: 860, height: 600 })
  const count = page.getByText('0 of 2 complete')
  const [height, line] = await count.evaluate((one) => {
    const { lineHeight } = getComputedStyle(one)
    return [one.getBoundingClientRect().height, Number.parseFloat(lineHeight)]
  })
  expect(height).toBeLessThan(line * 1.5)
})
