import { expect, test } from 'vitest'
import { add, boardIs, button, card, edit, editor } from '../../support/browsing/boards.ts'
import { isSent, refusalIn } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { openTwo } from './two-tabs.ts'

const browsing = browseInTests()

test('a card that is edited in both is decided by “Keep this one”, and keeps what is being typed, wherever it goes, and says what it says by now', async () => {
  const { person, project, one, other, bothShow } = await openTwo(browsing)
  await edit(other, 'Dig', 'Dig the beds')
  await edit(one, 'Dig', 'Dig everything')
  await one.keyboard.press('Enter')
  await button(other, 'Keep this one').click()
  await bothShow({ 'To do': ['Weed', 'Water'], Doing: ['Dig the beds'] })
  await isSent(other, person.user.id)

  await edit(other, 'Weed', 'Weed the beds')
  await edit(one, 'Weed', 'Weed everything')
  await one.keyboard.press('Enter')
  await add(one, 'Sow', 'To do')
  await other.getByText('Sow').waitFor()
  expect(await editor(other).inputValue()).toBe('Weed the beds')
  await other.getByText('Meanwhile this card was changed elsewhere.').waitFor()

  await card(one, 'Weed everything').focus()
  await one.keyboard.press('Shift+ArrowRight')
  await other.getByRole('region', { name: 'Doing' }).getByRole('textbox', { name: 'Card text' }).waitFor()
  expect(await editor(other).inputValue()).toBe('Weed the beds')
  const both = { 'To do': ['Water', 'Sow'], Doing: ['Weed everything', 'Dig the beds'] }
  await boardIs(one, person.client, project, both)
  // Saved without a choice, it waits for one.
  await editor(other).press('Enter')
  expect(await refusalIn(other, person.user.id)).toMatchObject({
    code: 'changed_meanwhile',
    operation: { text: 'Weed the beds' },
    theirs: 'Weed everything',
  })
  await bothShow(both)
})
