import { describe, expect, test } from 'vitest'
import { becomes, makeBoard } from '../../support/browsing/browsing.ts'
import { lookAt } from '../../support/browsing/keys.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { completed, garden } from './garden.ts'

const browsing = browseInTests()

describe('deletions', () => {
  test('of several cards from several columns are undone: text, order, place and ticks', async () => {
    const person = await browsing.inboard.signIn()
    const project = await makeBoard(person.client, 'Garden', garden)
    const before = (await person.client.listProjectCards({ project_id: project.id })).cards
    for (const { id, text } of before)
      if (text === 'Weed' || text === 'Dig') await person.client.editCard({ id, complete: true })
    const desk = await lookAt(browsing, person, project)
    const { page, press, focusIs, boardIs, hears, client } = desk
    await press('ArrowDown', 'x', 'ArrowDown', 'ArrowDown', 'x', 'ArrowRight', 'ArrowRight', 'x')
    await page.getByText('3 selected').waitFor()
    await focusIs('Dig')
    await press('Delete')
    await hears('Deleted 3 cards.')
    await focusIs('Rake')
    await boardIs({ 'To do': ['Water'], Doing: ['Plan'], Done: ['Rake'] })

    await press('z')
    await focusIs('Weed')
    await boardIs(garden)
    await becomes(() => completed(desk), ['Weed', 'Dig'])
    const after = (await client.listProjectCards({ project_id: project.id })).cards
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect((await client.listBin()).items).toEqual([])

    // They are cards like any other, and the same ones to whoever goes on undoing.
    await press('Shift+ArrowDown')
    await boardIs({ ...garden, 'To do': ['Water', 'Weed', 'Sow'] })
    await press('Delete')
    await focusIs('Sow')
    await boardIs({ ...garden, 'To do': ['Water', 'Sow'] })
    await press('z', 'z')
    await focusIs('Weed')
    await boardIs(garden)
    await becomes(() => completed(desk), ['Weed', 'Dig'])
    await page.reload()
    await boardIs(garden)
  })
})
