import type { Page } from 'playwright-core'

// What people do in states of the app.

/** Longer than any line, with a word that is longer than most. */
export const long = `A card that goes on ${'and on '.repeat(20)}with ${'onelongword'.repeat(12)}`

/** As long as an address may be, and nobody's. */
export const newLongAddress = () => `${'someone.'.repeat(3)}${crypto.randomUUID()}@example.com`

export const card = (page: Page, text = 'Buy milk') => page.getByRole('listitem', { name: text })
export const dialog = (page: Page) => page.getByRole('dialog')

export async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

export async function pressEscape(page: Page): Promise<void> {
  await press(page, 'Escape')
  await dialog(page).waitFor({ state: 'detached' })
}

export async function onCard(page: Page, ...keys: string[]): Promise<void> {
  await page.locator('.card').first().focus()
  await press(page, ...keys)
}

/** Moves the first cards down and up again, so that they are left where they were. */
export async function moveAndReturn(page: Page, ...choose: string[]): Promise<void> {
  await onCard(page, ...choose, 'Shift+ArrowDown', 'Shift+ArrowUp')
  await page
    .getByRole('status')
    .filter({ hasText: /Moved .* 1 of / })
    .waitFor()
}

export async function typeTooMuch(page: Page, by = 1): Promise<void> {
  await page
    .getByLabel('Add a card to')
    .first()
    .fill('x'.repeat(2000 + by))
  await press(page, 'Enter')
  await page.getByRole('alert').filter({ hasText: 'Too long by' }).waitFor()
}

/** A complaint that stays until it is dismissed. */
export async function failToCopy(page: Page): Promise<void> {
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
  })
  await onCard(page, 'Control+k')
  await page.getByRole('combobox').and(page.locator(':focus')).fill('Copy text')
  await press(page, 'Enter')
  await page.getByRole('alert').filter({ hasText: 'Your browser did not allow it' }).waitFor()
}

export async function selectUnderMessage(page: Page): Promise<void> {
  await failToCopy(page)
  await onCard(page, 'x', 'End', 'x')
}

/** Goes to another page without loading it, as a link does. */
export const goTo = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
