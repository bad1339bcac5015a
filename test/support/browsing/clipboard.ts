import type { Page } from 'playwright-core'
import { eventually } from '../service/inboard.ts'

/** A visit with access to the clipboard. */
export const withClipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

const write = (page: Page, text: string) =>
  page.evaluate((copied) => navigator.clipboard.writeText(copied), text)

/** Copies a text, as another program would. */
export async function paste(page: Page, text: string): Promise<void> {
  await write(page, text)
  await page.keyboard.press('ControlOrMeta+v')
}

/** The text that an action copies. */
export async function copiedBy(page: Page, act: () => Promise<void>): Promise<string> {
  await write(page, '')
  await act()
  return await eventually(
    async () => (await page.evaluate(() => navigator.clipboard.readText())) || undefined,
    'the clipboard',
  )
}
