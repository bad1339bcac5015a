import { beforeEach, describe, expect, test } from 'vitest'
import { card, edit, editor } from '../../support/browsing/boards.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { addToInbox } from './texts.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

describe('direction', () => {
  const hebrew = 'לקנות חלב (2)'

  test('of a text in a sentence does not reorder the sentence, and that of each line that is edited is its own', async () => {
    await addToInbox(person.client, hebrew, 'Milk')
    const page = await browsing.open('/', { person })
    await card(page, hebrew).getByRole('checkbox').click()
    await page.getByText(`Completed “\u2068${hebrew}\u2069”.`).waitFor()
    await card(page, 'Milk').getByRole('checkbox').click()
    await page.getByText('Completed “Milk”.').waitFor()
    await edit(page, 'Milk', `Milk\n${hebrew}`)
    expect(await editor(page).evaluate((field) => getComputedStyle(field).unicodeBidi)).toBe('plaintext')
  })
})
