import { describe, test } from 'vitest'
import { browseInTests } from '../../support/browsing/tests.ts'
import { palette, sit } from './desk.ts'

const browsing = browseInTests()

describe('the palette', () => {
  test('opens with Ctrl+K, with the slash and with its button, and gives the focus back, to the page if nothing had it', async () => {
    const { page, press, focusIs } = await sit(browsing)
    await page.getByRole('listitem', { name: 'Weed' }).waitFor()
    await focusIs('body')
    await press('Control+k')
    await focusIs(palette)
    await page.getByPlaceholder(palette, { exact: true }).waitFor()
    await press('Escape')
    await focusIs('main')
    await press('ArrowDown')
    await focusIs('Weed')
    for (const key of ['Control+k', '/']) {
      await press(key)
      await focusIs(palette)
      await press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await focusIs('Weed')
    }
    await page.getByRole('button', { name: 'Search' }).press('Enter')
    await focusIs(palette)
    await press('Escape')
    await focusIs('SearchCtrl K')
  })
})
