import { describe, expect, test } from 'vitest'
import { card, composer } from '../../support/browsing/boards.ts'
import { becomes } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { sit } from './desk.ts'

const browsing = browseInTests()

describe('the places to move to', () => {
  test('begin with the next column; Enter moves there', async () => {
    const { page, press, boardIs, focusIs } = await sit(browsing)
    const preselected = () => page.locator('[role="option"][aria-selected="true"] .name').textContent()
    await card(page, 'Weed').focus()
    await press('m')
    await focusIs('Move “Weed” to')
    expect(await preselected()).toBe('Doing')
    await press('Enter')
    await boardIs({ 'To do': ['Water', 'Sow'], Doing: ['Mow', 'Weed'], Done: ['Dig'] })
    await focusIs('Weed')
    await card(page, 'Dig').focus()
    await press('m')
    await focusIs('Move “Dig” to')
    expect(await preselected()).toBe('To do')
    await press('Escape')
    await page.getByRole('link', { name: /^Inbox/ }).click()
    await composer(page).fill('Call the plumber')
    await press('Enter', 'Escape')
    await focusIs('Call the plumber')
    await press('m')
    await focusIs('Move “Call the plumber” to')
    // Not the inbox, where it is.
    expect(await preselected()).toBe('To do')
  })

  test('close when there is nothing left to move', async () => {
    const { page, press, client, project, focusIs } = await sit(browsing)
    await card(page, 'Weed').focus()
    await press('x', 'm')
    await focusIs('Move “Weed” to')
    const { cards } = await client.listProjectCards({ project_id: project.id })
    // No text on the way ever speaks of no cards.
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (document.body.innerHTML.includes('0 cards to')) document.title = 'Wrong'
      }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
    })
    await client.removeCard({ id: cards.find(({ text }) => text === 'Weed')?.id ?? '' })
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.title()).not.toBe('Wrong')
    // No card that the next key could hit.
    await becomes(() => page.evaluate(() => document.activeElement?.id), 'main')
  })
})
