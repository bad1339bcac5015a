import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { add, button, card, tick } from '../../support/browsing/boards.ts'
import { becomes, boardOn, goOffline, inboxOf, intercept } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { dialog, inboxWith, mark } from './waiting.ts'

const browsing = browseInTests()

describe('a change that the server refuses permanently', () => {
  /** Everything but the batch works; that is answered as if each operation were refused. */
  async function refuseAll(page: Page, code: string, detail: string): Promise<void> {
    await intercept(page, '**/api/batch', async (route) => {
      const { operations } = route.request().postDataJSON()
      const results = operations.map(() => ({
        status: 409,
        body: { type: 'about:blank', title: 'Conflict', status: 409, code, detail },
      }))
      await route.fulfill({ json: { results } })
    })
  }
  const full = 'Your account holds as many cards as it may. Delete some first.'

  test('asks the person to correct the text and try again, or to discard it; it holds up no later change', async () => {
    const { page, person } = await inboxWith(browsing, 'Milk')
    await refuseAll(page, 'card_limit_reached', full)
    await add(page, 'Bread')
    await mark(page, '1 change needs your attention').waitFor()
    await page.getByRole('status').filter({ hasText: 'Some changes are not saved' }).waitFor()
    // It survives the page.
    await page.reload()
    await mark(page, '1 change needs your attention').press('Enter')
    await dialog(page).getByText('Add “Bread” to Inbox').waitFor()
    await dialog(page).getByText(full).waitFor()
    const field = dialog(page).getByRole('textbox', { name: 'Your text' })
    await field.fill('Brown bread')
    // What is being corrected is not lost by closing the dialog.
    await page.keyboard.press('Escape')
    await mark(page, '1 change needs your attention').press('Enter')
    expect(await field.inputValue()).toBe('Brown bread')
    await page.unroute('**/api/batch')
    await button(page, 'Try again').press('Enter')
    await dialog(page).getByRole('heading', { name: 'Everything has been sent' }).waitFor()
    await becomes(() => inboxOf(person.client), ['Milk', 'Brown bread'])
    await page.keyboard.press('Escape')
    await becomes(() => boardOn(page), { Inbox: ['Milk', 'Brown bread'] })

    await refuseAll(page, 'card_limit_reached', full)
    await add(page, 'Eggs')
    await mark(page, '1 change needs your attention').waitFor()
    await page.unroute('**/api/batch')
    await tick(page, 'Milk').click()
    await becomes(async () => (await person.client.listInboxCards()).cards[0]?.complete, true)
    await mark(page, '1 change needs your attention').click()
    await button(page, 'Discard').click()
    await dialog(page).getByRole('heading', { name: 'Everything has been sent' }).waitFor()
    await page.keyboard.press('Escape')
    await becomes(() => page.locator('.mark').count(), 0)
    expect(await inboxOf(person.client)).toEqual(['Milk', 'Brown bread'])
  })

  test('as a text for a card that is gone becomes a card of its own', async () => {
    const { page, person } = await inboxWith(browsing, 'Milk', 'Bread')
    await goOffline(page)
    await card(page, 'Bread').focus()
    await page.keyboard.press('e')
    await page.getByRole('textbox', { name: 'Card text' }).fill('Brown bread')
    await page.keyboard.press('Enter')
    await card(page, 'Brown bread').waitFor()
    const [, bread] = (await person.client.listInboxCards()).cards
    await person.client.removeCard({ id: bread?.id ?? '' })
    await page.context().setOffline(false)
    await mark(page, '1 change needs your attention').waitFor()
    await mark(page, '1 change needs your attention').click()
    await dialog(page).getByText('The card was deleted elsewhere.').waitFor()
    await button(page, 'Keep as a new card').click()
    await becomes(() => inboxOf(person.client), ['Milk', 'Brown bread'])
  })
})
