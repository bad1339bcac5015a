import type { Page } from 'playwright-core'
import { button } from '../../support/browsing/account.ts'

export const newAddress = (page: Page) => page.getByLabel('New address')

export async function askForChange(page: Page, to: string): Promise<void> {
  await button(page, /^(Change address|Use another address)$/).click()
  await newAddress(page).fill(to)
  await page.keyboard.press('Enter')
}
