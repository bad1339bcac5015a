import { describe, expect, test } from 'vitest'
import { actions, inHand, inSheet, isHitByFingers, isTyping, visit } from '../../../browser/phone/visit.ts'
import { button, heading } from '../../../support/browsing/boards.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

describe('the keyboard of the phone', () => {
  test('stays away from the menu of a project, and from signing in', async () => {
    const { page } = await visit(browsing)
    await button(page, 'Project actions').tap()
    expect(await actions(page)).toEqual([
      'Rename this project',
      'Hide completed cards',
      'Delete this project',
    ])
    expect(await isTyping(page)).toBe(false)
    await isHitByFingers(page)
    await inSheet(page, 'Rename this project').tap()
    await page.getByLabel('Project name').and(page.locator(':focus')).waitFor()

    const visitor = await browsing.open('/', inHand)
    await heading(visitor, 'Sign in').waitFor()
    expect(await isTyping(visitor)).toBe(false)
  })
})
