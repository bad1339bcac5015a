import { expect, test } from 'vitest'
import { sitDown } from '../../support/browsing/keys.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { garden } from './garden.ts'

const browsing = browseInTests()

test('? lists every shortcut, and keys do nothing while the list is open', async () => {
  const { page, press, focusIs, boardIs, moves } = await sitDown(browsing, garden)
  await press('ArrowDown')
  await focusIs('Weed')
  await press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.waitFor()
  const lines = await help
    .locator('dl > div')
    .evaluateAll((all) =>
      all.map((line) => [
        line.querySelector('dt')?.textContent,
        ...[...line.querySelectorAll('kbd')].map((key) => key.textContent),
      ]),
    )
  expect(lines).toEqual([
    ['Search or do anything', 'Ctrl K', '/'],
    ['Go to the inbox', 'i'],
    ['Go to the bin', 'b'],
    ['Next project', ']'],
    ['Previous project', '['],
    ['Settings', ','],
    ['Card above', '↑', 'k'],
    ['Card below', '↓', 'j'],
    ['Column to the left', '←', 'h'],
    ['Column to the right', '→', 'l'],
    ['First card of the column', 'Home'],
    ['Last card of the column', 'End'],
    ['Move up', 'Shift ↑'],
    ['Move down', 'Shift ↓'],
    ['Move to the column on the left', 'Shift ←'],
    ['Move to the column on the right', 'Shift →'],
    ['Move to…', 'm'],
    ['Edit', 'Enter', 'e'],
    ['Open link', 'o'],
    ['Show all or less of the text', 'v'],
    ['Complete or reopen', 'Space', 'c'],
    ['Delete', 'Del', '⌫'],
    ['Select or unselect', 'x'],
    ['Select the whole column', 'Ctrl A'],
    ['Clear the selection', 'Esc'],
    ['New card', 'n'],
    ['New line, while writing', 'Shift Enter'],
    ['New project', 'p'],
    ['Rename this project', 'r'],
    ['Add to inbox', 'a'],
    ['Undo', 'z', 'Ctrl Z'],
    ['Keyboard shortcuts', '?'],
  ])
  await press('x', 'c', 'i', 'm', 'n', 'z', 'Delete', 'Shift+ArrowDown', 'Shift+ArrowRight', 'j', 'Control+a')
  expect(await page.getByRole('dialog').count()).toBe(1)
  expect(await page.getByRole('toolbar').count()).toBe(0)
  await press('Escape')
  await help.waitFor({ state: 'detached' })
  await focusIs('Weed')
  await boardIs(garden)
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
  expect(moves()).toBe(0)
})
