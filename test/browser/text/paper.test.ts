import { beforeEach, describe, expect, test } from 'vitest'
import { card } from '../../support/browsing/boards.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { addToInbox } from './texts.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

describe('on paper', () => {
  test('a command prints the page', async () => {
    await addToInbox(person.client, 'Milk')
    const page = await browsing.open('/', { person })
    await card(page, 'Milk').waitFor()
    const printed = await page.evaluateHandle(() => ({
      begins: new Promise((resolve) => addEventListener('beforeprint', () => resolve('printed'))),
    }))
    await page.keyboard.press('Control+k')
    await page.keyboard.type('print')
    await page.keyboard.press('Enter')
    expect(await printed.evaluate(({ begins }) => begins)).toBe('printed')
  })
})
