import type { Locator } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { inHand, inSheet, isHitByFingers, tapCard, visit } from '../../../browser/phone/visit.ts'
import { arriveAsNew } from '../../../support/browsing/account.ts'
import { button, editor } from '../../../support/browsing/boards.ts'
import { goOffline } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'
import { phone, pointIn } from '../../../support/browsing/touch.ts'

const browsing = browseInTests()

describe('the offer of a passkey', () => {
  test('is not covered by the greeting, and breaks no line of its buttons', async () => {
    const page = await arriveAsNew(browsing, inHand)
    const offer = page.getByRole('region', { name: 'Passkey' })
    await offer.waitFor()
    for (const name of ['Add a passkey', 'Not now']) {
      const { x, y } = await pointIn(button(page, name))
      const there = await page.evaluate(([at, down]) => document.elementFromPoint(at, down)?.textContent, [
        x,
        y,
      ] as const)
      expect(there).toBe(name)
      const { height = 0 } = (await button(page, name).boundingBox()) ?? {}
      expect(height).toBeLessThan(50)
    }
    // On one line, side by side.
    const [add, decline] = [
      await pointIn(button(page, 'Add a passkey')),
      await pointIn(button(page, 'Not now')),
    ]
    expect(add.y).toBe(decline.y)
    await isHitByFingers(page)
  })
})

describe('nothing is in the way', () => {
  const boxOf = async (locator: Locator) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await locator.boundingBox()) ?? {}
    return { left: x, top: y, right: x + width, bottom: y + height }
  }

  test('of what a message is about, and of what can be done next', async () => {
    const { page } = await visit(browsing)
    await goOffline(page)
    await tapCard(page, 'Weed')
    await inSheet(page, 'Delete').tap()
    await page.locator('.notice').waitFor()
    const message = await boxOf(page.locator('.notice'))
    for (const other of ['.drawer-button', '.head', '.columns']) {
      const { bottom } = await boxOf(page.locator(other))
      expect(bottom, other).toBeLessThanOrEqual(message.top)
    }
    expect(message.bottom).toBeLessThanOrEqual(phone.viewport.height)
    await isHitByFingers(page)
  })

  test('of the ring around a field', async () => {
    const { page } = await visit(browsing)
    await tapCard(page, 'Weed')
    await inSheet(page, 'Edit').tap()
    const field = await boxOf(editor(page).and(page.locator(':focus')))
    expect(field.right).toBeLessThan((await boxOf(page.locator('.card', { has: editor(page) }))).right)
    await button(page, 'Cancel').tap()
    await button(page, 'Project actions').tap()
    await inSheet(page, 'Rename this project').tap()
    const title = await boxOf(page.getByLabel('Project name').and(page.locator(':focus')))
    expect(title.bottom + 4).toBeLessThanOrEqual((await boxOf(page.locator('.columns'))).top)
  })
})
