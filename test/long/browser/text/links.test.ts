import { beforeEach, describe, expect, test } from 'vitest'
import { briefly } from '../../../../src/web/model/wording.ts'
import { tabFrom } from '../../../browser/text/texts.ts'
import { makeBoard } from '../../../support/browsing/browsing.ts'
import { lookAt } from '../../../support/browsing/keys.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'
import type { SignedIn } from '../../../support/service/inboard.ts'

const browsing = browseInTests()
let person: SignedIn
let url: string
beforeEach(async () => {
  person = await browsing.inboard.signIn()
  url = `${browsing.appUrl}/docs`
})

describe('a link', () => {
  test('is reached by Tab and followed by Enter, or from the card by o', async () => {
    const second = `${browsing.appUrl}/healthz`
    const project = await makeBoard(person.client, 'Garden', {
      'To do': [`Read ${url}\nand ${second}`, 'Water'],
    })
    const { page, press, type, focusIs } = await lookAt(browsing, person, project)
    const opens = async (target: string, work: () => Promise<unknown>) => {
      const tab = await tabFrom(page, work)
      await tab.waitForURL(target)
      await tab.close()
    }
    await press('ArrowDown', 'Tab', 'Tab')
    await focusIs(url)
    await opens(url, () => press('Enter'))
    await press('Tab')
    await focusIs(second)
    await opens(second, () => press('Enter'))
    await press('Tab')
    await focusIs(`Actions for ${briefly(`Read ${url}`)}`)
    await press('ArrowDown')
    await focusIs('Water')
    // This card has none.
    await press('o')
    await press('Control+k')
    await type('open link')
    await page.getByText('Nothing matches').waitFor()
    await press('Escape', 'ArrowUp')
    await opens(url, () => press('o'))
    await press('Control+k')
    await type('open link')
    await opens(url, () => press('Enter'))
    expect(page.context().pages()).toHaveLength(1)
  })
})
