import { describe, test } from 'vitest'
import { completed, garden } from '../../../browser/undo/garden.ts'
import { becomes } from '../../../support/browsing/browsing.ts'
import { sitDown } from '../../../support/browsing/keys.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

describe('deletions', () => {
  test('restore cards that have left the bin since, too, to their places', async () => {
    const desk = await sitDown(browsing, garden)
    const { press, focusIs, boardIs, client } = desk
    const without = { ...garden, 'To do': ['Sow'] }
    await press('ArrowDown', 'x', 'ArrowDown', 'x', 'Delete')
    await focusIs('Sow')
    await boardIs(without)
    await client.emptyBin()
    await press('z')
    await boardIs(garden)
    // The new cards are cards like any other.
    await press('ArrowUp', 'Home')
    await focusIs('Weed')
    await press('c', 'Shift+ArrowRight')
    await boardIs({ ...garden, 'To do': ['Water', 'Sow'], Doing: ['Weed', 'Plan'] })
    await becomes(() => completed(desk), ['Weed'])
  })
})
