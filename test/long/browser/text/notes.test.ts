import { beforeEach, describe, test } from 'vitest'
import { addToInbox } from '../../../browser/text/texts.ts'
import { becomes } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'
import type { SignedIn } from '../../../support/service/inboard.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

describe('title and notes', () => {
  test('are measured again when there is more room', async () => {
    const text = 'Some words that need three lines here and eight there. '.repeat(4).trim()
    await addToInbox(person.client, text)
    const page = await browsing.open('/', { person })
    await page.setViewportSize({ width: 320, height: 700 })
    const buttons = page.getByRole('button', { name: /^Show all/ })
    await buttons.waitFor()
    await page.setViewportSize({ width: 1280, height: 700 })
    await becomes(() => buttons.count(), 0)
    await page.setViewportSize({ width: 320, height: 700 })
    await becomes(() => buttons.count(), 1)
  })
})
