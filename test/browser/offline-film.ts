import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from 'playwright-core'
import { goOffline, startBrowsing } from '../support/browsing/browsing.ts'
import { furnish } from '../support/browsing/furnish.ts'
import { movingPicture } from '../support/browsing/moving-picture.ts'

// Part of `npm run screenshots`: cards are captured on a phone without a network, and arrive on a laptop.

const folder = resolve(import.meta.dirname, '../../docs/pictures')
const browsing = await startBrowsing()
const { person } = await furnish(browsing)
// Few enough for a phone to show what is added below them.
const { cards: inboxCards } = await person.client.listInboxCards()
for (const { id } of inboxCards.slice(2, 4)) await person.client.removeCard({ id })

for (const colorScheme of ['light', 'dark'] as const) {
  const height = 480
  const laptop = await browsing.open('/', { viewport: { width: 860, height }, colorScheme, person })
  const phone = await browsing.open('/', {
    viewport: { width: 300, height },
    colorScheme,
    hasTouch: true,
    isMobile: true,
    person,
  })
  await Promise.all([laptop, phone].map((page) => page.getByText('Ask Jonas for the ladder').waitFor()))
  const frames: { pngs: Buffer[]; milliseconds: number }[] = []
  const shoot = async (milliseconds: number) => {
    const take = (page: Page) => page.screenshot({ animations: 'disabled', caret: 'initial' })
    frames.push({ pngs: [await take(laptop), await take(phone)], milliseconds })
  }
  const mark = (text: string) => phone.getByRole('button', { name: text }).first()

  await shoot(1200)
  await goOffline(phone)
  await mark('Offline').waitFor()
  await shoot(1200)
  const field = phone.getByPlaceholder('Add a card')
  for (const text of ['Book the ferry', 'Return the library books']) {
    await field.focus()
    for (const part of text.match(/\S+\s*/g) ?? []) {
      await phone.keyboard.type(part)
      await shoot(180)
    }
    await phone.keyboard.press('Enter')
    await phone.locator('.card', { hasText: text }).waitFor()
    await shoot(500)
  }
  await shoot(1200)
  await phone.context().setOffline(false)
  await laptop.locator('.card', { hasText: 'Return the library books' }).waitFor()
  await mark('Offline').waitFor({ state: 'hidden' })
  await shoot(3000)
  writeFileSync(`${folder}/offline-${colorScheme}.png`, movingPicture(frames))
  for (const page of [laptop, phone]) await page.context().close()
  const { cards } = await person.client.listInboxCards()
  for (const { id, text } of cards) {
    if (/ferry|library/.test(text)) await person.client.removeCard({ id })
  }
}
await browsing.stop()
