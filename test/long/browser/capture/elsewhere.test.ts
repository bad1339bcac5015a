import { test } from 'vitest'
import { button, heading } from '../../../support/browsing/boards.ts'
import { becomes } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'
import { phone } from '../../../support/browsing/touch.ts'

const browsing = browseInTests()

test('no keyboard pops up for a new project on a touch screen', async () => {
  const page = await browsing.open('/', { person: await browsing.inboard.signIn(), ...phone })
  await page.getByRole('button', { name: 'Inbox and projects' }).tap()
  await button(page, 'New project').tap()
  await page.getByRole('textbox', { name: 'Name of the new project' }).fill('House')
  await page.keyboard.press('Enter')
  await heading(page, 'House').waitFor()
  await becomes(() => page.evaluate(() => document.activeElement?.localName), 'main')
})
