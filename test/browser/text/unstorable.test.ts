import { expect, test } from 'vitest'
import { complaint, composer } from '../../support/browsing/boards.ts'
import { browseInTests } from '../../support/browsing/tests.ts'

const browsing = browseInTests()

test.each([
  ['Milk\0', 'Not saved: the text contains a NUL character.'],
  ['Milk\ud83e', 'Not saved: the text contains half a character.'],
])('%j stays in its field, with the reason', async (text, reason) => {
  const page = await browsing.open('/', { person: await browsing.inboard.signIn() })
  await composer(page).waitFor()
  // Not by typing: not every text survives the way to the browser.
  await composer(page).evaluate(
    (field: HTMLTextAreaElement, codes) => {
      field.value = String.fromCharCode(...codes)
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    },
    [...text].flatMap((_, at) => text.charCodeAt(at)),
  )
  await composer(page).press('Enter')
  await complaint(page, reason)
  expect(await page.locator('.card').count()).toBe(0)
})
