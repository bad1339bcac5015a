import { describe, expect, test } from 'vitest'
import { add, button, composer, link } from '../../support/browsing/boards.ts'
import { becomes, boardOn, inboxOf, intercept } from '../../support/browsing/browsing.ts'
import { resting } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { inboxWith } from './waiting.ts'

const browsing = browseInTests()

describe('signing out', () => {
  test('asks first if something would be lost, and can send it first', async () => {
    const { page, person } = await inboxWith(browsing, 'Milk')
    const { token: script } = await person.client.makeApiToken({ label: 'Script', scope: 'read' })
    await intercept(page, '**/api/batch', resting)
    await add(page, 'Bread')
    await add(page, 'Eggs')
    await becomes(() => boardOn(page), { Inbox: ['Milk', 'Bread', 'Eggs'] })
    await link(page, 'Settings').click()
    await button(page, 'Sign out').click()
    const question = page.getByRole('dialog', { name: 'Sign out?' })
    await question.getByText('2 unsent changes will be lost.').waitFor()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'detached' })
    await button(page, 'Sign out').click()
    await page.unroute('**/api/batch')
    await question.getByRole('button', { name: 'Send and sign out' }).click()
    await page.getByRole('textbox', { name: 'Email' }).waitFor()
    expect(await inboxOf(browsing.inboard.client(script))).toEqual(['Milk', 'Bread', 'Eggs'])
  })

  test('asks first if a text of any tab is typed but not saved, and again once the rest is sent', async () => {
    const { page } = await inboxWith(browsing, 'Milk')
    const other = await page.context().newPage()
    await other.goto(browsing.appUrl)
    await composer(other).fill('Half a thought')
    for (const tab of [page, other]) await intercept(tab, '**/api/batch', resting)
    await add(page, 'Bread')
    await link(page, 'Settings').click()
    await button(page, 'Sign out').click()
    const question = page.getByRole('dialog', { name: 'Sign out?' })
    await question.getByText('1 unsent change and 1 text that').waitFor()
    for (const tab of [page, other]) await tab.unroute('**/api/batch')
    await button(page, 'Send and sign out').click()
    await question
      .getByText('1 text that you have typed but not saved will be lost.', { exact: true })
      .waitFor()
    // There is nothing to send.
    expect(await question.getByRole('button').allInnerTexts()).toEqual(['Cancel', 'Sign out anyway'])
    await button(page, 'Cancel').click()
    expect(await composer(other).inputValue()).toBe('Half a thought')
    await button(page, 'Sign out').click()
    await button(page, 'Sign out anyway').click()
    await page.getByRole('textbox', { name: 'Email' }).waitFor()
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('Half a thought')
  })
})
