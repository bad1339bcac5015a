import { describe, expect, test } from 'vitest'
import { inboxWith } from '../../../browser/waiting/waiting.ts'
import { add, button, composer, link } from '../../../support/browsing/boards.ts'
import { becomes, boardOn, inboxOf, intercept } from '../../../support/browsing/browsing.ts'
import { resting, wakeServer } from '../../../support/browsing/store.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

describe('signing out', () => {
  test('sends the changes first, and then still asks about what is typed', async () => {
    const { page, person } = await inboxWith(browsing, 'Milk')
    await intercept(page, '**/api/batch', resting)
    await add(page, 'Bread')
    await becomes(() => boardOn(page), { Inbox: ['Milk', 'Bread'] })
    await composer(page).fill('Half a thought')
    await link(page, 'Settings').click()
    await button(page, 'Sign out').click()
    const question = page.getByRole('dialog', { name: 'Sign out?' })
    await question
      .getByText('1 unsent change and 1 text that you have typed but not saved will be lost.')
      .waitFor()
    await page.unroute('**/api/batch')
    await question.getByRole('button', { name: 'Send and sign out' }).click()
    await question
      .getByText('1 text that you have typed but not saved will be lost.', { exact: true })
      .waitFor()
    expect(await inboxOf(person.client)).toEqual(['Milk', 'Bread'])
  })

  test('does not speak of loss any more once everything is sent', async () => {
    const { page } = await inboxWith(browsing, 'Milk')
    await intercept(page, '**/api/batch', resting)
    await add(page, 'Bread')
    await becomes(() => boardOn(page), { Inbox: ['Milk', 'Bread'] })
    await link(page, 'Settings').click()
    await button(page, 'Sign out').click()
    const question = page.getByRole('dialog', { name: 'Sign out?' })
    await question.getByText('1 unsent change will be lost.').waitFor()
    await wakeServer(page)
    await question.getByText('Everything has reached the server.').waitFor()
    expect(await question.getByRole('button').allInnerTexts()).toEqual(['Cancel', 'Sign out'])
    await question.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('textbox', { name: 'Email' }).waitFor()
  })

  test('does not ask if nothing is waiting', async () => {
    const { page } = await inboxWith(browsing, 'Milk')
    await link(page, 'Settings').click()
    await button(page, 'Sign out').click()
    await page.getByRole('textbox', { name: 'Email' }).waitFor()
  })
})
