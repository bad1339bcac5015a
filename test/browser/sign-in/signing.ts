import type { Page } from 'playwright-core'
import { button, heading } from '../../support/browsing/account.ts'

import type { Browsing } from '../../support/browsing/browsing.ts'

export const seconds = 1000
export const minutes = 60 * seconds
export const days = 24 * 60 * minutes

export const address = (on: Page) => on.getByLabel('Email address')

export async function askForLink(on: Page, email: string): Promise<void> {
  await address(on).fill(email)
  await on.keyboard.press('Enter')
  await heading(on, 'Check your mail').waitFor()
}

export async function signOut({ appUrl }: Browsing, on: Page): Promise<void> {
  await on.goto(`${appUrl}/settings`)
  await button(on, 'Sign out').click()
  await heading(on, 'Sign in').waitFor()
}
