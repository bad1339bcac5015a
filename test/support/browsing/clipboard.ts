import type { Page } from 'playwright-core'
import { eventually } from '../service/inboard.ts'

/** A visit that may use the clipboard. */
export const withClipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

const write = (page: Page, text: string) =>
  page.evaluate((copied) => navigator.clipboard.writeText(copied), text)

/** As from another program. */
export async function paste(page: Page, text: string): Promise<void> {
  await write(page, text)
  await page.keyboard.press('ControlOrMeta+v')
}

/** What something copies that a person does. */
export async function copiedBy(page: Page, act: () => Promise<void>): Promise<string> {
  await write(page, '')
  await act()
  return await eventually(
    async () => (await page.evaluate(() => navigator.clipboard.readText())) || undefined,
    'the clipboard',
  )
}
