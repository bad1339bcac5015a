import type { Page } from 'playwright-core'

/** A visit that may use the clipboard. */
export const withClipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

export const copiedIn = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

/** As from another program. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await page.keyboard.press('ControlOrMeta+v')
}
