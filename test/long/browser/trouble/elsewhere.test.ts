import { beforeEach, expect, test } from 'vitest'
import { complaints, lookAt, press } from '../../../browser/trouble/board.ts'
import { boardIs, idOf, tick } from '../../../support/browsing/boards.ts'
import { becomes, boardOn, goOffline } from '../../../support/browsing/browsing.ts'
import { isSent, refusedIn } from '../../../support/browsing/store.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'
import type { SignedIn } from '../../../support/service/inboard.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

test('a card that is completed, moved or deleted meanwhile is gone without a word', async () => {
  const { page, project } = await lookAt(browsing, person, { 'To do': ['Weed', 'Water', 'Sow', 'Mow'] })
  await goOffline(page)
  for (const text of ['Weed', 'Water', 'Sow'])
    await person.client.removeCard({ id: await idOf({ ...person, project }, text) })
  await tick(page, 'Weed').click()
  await becomes(() => tick(page, 'Weed').isChecked(), true)
  await press(page, 'Water', 'Shift+ArrowRight')
  await becomes(() => boardOn(page), { 'To do': ['Weed', 'Sow', 'Mow'], Doing: ['Water'], Done: [] })
  await press(page, 'Sow', 'Delete')
  await becomes(() => boardOn(page), { 'To do': ['Weed', 'Mow'], Doing: ['Water'], Done: [] })
  // A neighbour's end is nothing to the card that is moved.
  await press(page, 'Mow', 'Shift+ArrowUp')
  await becomes(() => boardOn(page), { 'To do': ['Mow', 'Weed'], Doing: ['Water'], Done: [] })
  await page.context().setOffline(false)
  await boardIs(page, person.client, project, { 'To do': ['Mow'] })
  await isSent(page, person.user.id)
  expect(await refusedIn(page, person.user.id)).toEqual([])
  expect(await complaints(page)).toBe(0)
})
