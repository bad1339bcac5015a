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
    ['Go to Today', 't'],
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
    ['Show on its board', 'g'],
    ['Open the link in this card', 'o'],
    ['Show more or less', 'v'],
    ['Complete or reopen', 'Space', 'c'],
    ['Date…', 'd'],
    ['Due one day later', '+'],
    ['Due one day earlier', '-'],
    ['Due next week', 'w'],
    ['Remove the date', 'Shift D'],
    ['Delete', 'Del', '⌫'],
    ['Select or unselect', 'x'],
    ['Select the card below too', 'Shift J'],
    ['Select the card above too', 'Shift K'],
    ['Clear the selection', 'Esc'],
    ['Actions for the card', '.'],
    ['New line, while writing', 'Shift Enter'],
    ['New card', 'n'],
    ['Select the whole column', 'Ctrl A'],
    ['New project', 'p'],
    ['Rename this project', 'r'],
    ['Show or hide completed cards', 'Shift C'],
    ['Filter this board', 'f'],
    ['Clear the filter', 'Esc'],
    ['Add to inbox', 'a'],
    ['Search the bin', 'f'],
    ['Undo', 'z', 'Ctrl Z'],
    ['Redo', 'Shift Z', 'Ctrl Shift Z'],
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
