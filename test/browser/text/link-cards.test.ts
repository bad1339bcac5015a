import { beforeEach, describe, expect, test } from 'vitest'
import { inboxIs } from '../../support/browsing/boards.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { addToInbox } from './texts.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

describe('a link', () => {
  test('is never anything but http, https and mailto, and is shown as it was typed', async () => {
    const texts = [
      'javascript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'file:///etc/passwd',
      'https://bank.example@elsewhere.example/',
      'https://exa\u200bmple.com/',
      'See https://аррӏе.example/(a)?b=“c” or mailto:ada@example.com!',
    ]
    await addToInbox(person.client, ...texts)
    const page = await browsing.open('/', { person })
    await inboxIs(page, person.client, texts)
    // Formatting may be loaded after the cards.
    await page.locator('.card a').first().waitFor()
    expect(
      await page
        .locator('.card a')
        .evaluateAll((links) => links.map((one) => [one.getAttribute('href'), one.textContent])),
    ).toEqual(['https://аррӏе.example/(a)?b=', 'mailto:ada@example.com'].map((shown) => [shown, shown]))
  })
})
