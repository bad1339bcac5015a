import { expect, test } from 'vitest'
import { button, card } from '../../support/browsing/boards.ts'
import { becomes } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { addToInbox } from './texts.ts'

const browsing = browseInTests()

test('buttons, palette, messages and bin call a card by plain words', async () => {
  const person = await browsing.inboard.signIn()
  const text = 'Order **seeds** and `peat` due:2026-11-20 every:day\n- [x] Passport of the **shop**'
  await addToInbox(person.client, text)
  const page = await browsing.open('/', { person })
  await button(page, 'Actions for Order seeds and peat').waitFor()
  await page.getByRole('checkbox', { name: 'Complete Order seeds and peat' }).waitFor()

  await page.keyboard.press('Control+k')
  await page.keyboard.type('passport')
  const option = page.getByRole('option').first()
  await becomes(() => option.locator('.name').innerText(), 'Order seeds and peat')
  expect(await option.locator('.line').innerText()).toBe('Passport of the shop')
  await page.keyboard.press('Escape')

  await card(page, 'Order seeds and peat').focus()
  await page.keyboard.press('Delete')
  await page.getByText('Deleted “Order seeds and peat”.').first().waitFor()
  await page.keyboard.press('b')
  await button(page, 'Restore “Order seeds and peat”').waitFor()
  await becomes(
    () => page.locator('.binned .what').allInnerTexts(),
    ['Order seeds and peat\nPassport of the shop'],
  )
})
