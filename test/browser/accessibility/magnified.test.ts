import { test } from 'vitest'
import { addCards, becomes } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
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
