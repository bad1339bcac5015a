import { beforeEach, test } from 'vitest'
import { button, composer, inboxIs } from '../../support/browsing/boards.ts'
import { becomes, inboxOf } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { SignedIn } from '../../support/service/inboard.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

test('a list that is pasted becomes cards without its markers, and one card with them', async () => {
  const page = await browsing.open('/', { person })
  const list = '- [ ] Eggs\n- [x] Flour\n  - white\n-\n* Milk\n2. Bread'
  await composer(page).fill(list)
  await button(page, 'Add 5 cards').click()
  const cards = ['Eggs', 'Flour', 'white', 'Milk', '2. Bread']
  await inboxIs(page, person.client, cards)
  await composer(page).fill(list)
  await button(page, 'Add as one card').click()
  await composer(page).fill('- 5 °C')
  await page.keyboard.press('Enter')
  await becomes(() => inboxOf(person.client), [...cards, list, '- 5 °C'])
  await page.getByRole('checkbox', { name: 'Flour', exact: true, checked: true }).waitFor()
})
