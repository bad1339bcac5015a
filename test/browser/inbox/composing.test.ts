import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { composer, editor, inboxIs, startEditing } from '../../support/browsing/boards.ts'
import { becomes, boardOn } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'

const browsing = browseInTests()

/** As Safari tells of it: not `isComposing`, but the code that every key has meanwhile. */
const confirmWord = (field: Locator) =>
  field.evaluate((element) => {
    const event = new KeyboardEvent('keydown', {
      key: 'Enter',
      keyCode: 229,
      bubbles: true,
      cancelable: true,
    })
    return element.dispatchEvent(event)
  })

test('Enter that confirms a word, as in Japanese, neither adds nor saves a card', async () => {
  const person = await browsing.inboard.signIn()
  const page = await browsing.open('/', { person })
  await composer(page).fill('牛乳')
  expect(await confirmWord(composer(page))).toBe(true)
  expect(await composer(page).inputValue()).toBe('牛乳')
  await composer(page).press('Enter')
  await becomes(() => boardOn(page), { Inbox: ['牛乳'] })
  await startEditing(page, '牛乳')
  await editor(page).fill('牛乳とパン')
  expect(await confirmWord(editor(page))).toBe(true)
  expect(await editor(page).inputValue()).toBe('牛乳とパン')
  await editor(page).press('Enter')
  await inboxIs(page, person.client, ['牛乳とパン'])
})
