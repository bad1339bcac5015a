import { expect, test } from 'vitest'
import { becomes, boardOn, goOffline } from '../../support/browsing/browsing.ts'
import { sitDown } from '../../support/browsing/keys.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { completed, garden } from './garden.ts'

const browsing = browseInTests()

test('everything done offline can be undone, and nothing of it reaches the server', async () => {
  const desk = await sitDown(browsing, garden)
  const { page, client, press, type, focusIs, boardIs } = desk
  const shows = (board: object) =>
    becomes(() => boardOn(page), { 'To do': [], Doing: [], Done: [], ...board })
  await goOffline(page)
  await press('ArrowDown', 'Shift+ArrowRight', 'Shift+ArrowRight')
  await shows({ ...garden, 'To do': ['Water', 'Sow'], Done: ['Weed', 'Dig', 'Rake'] })
  await press('Delete')
  await focusIs('Dig')
  await press('e')
  await focusIs('Card text')
  await type(' a pond')
  await press('Enter')
  await shows({ ...garden, 'To do': ['Water', 'Sow'], Done: ['Dig a pond', 'Rake'] })
  await press('r')
  await focusIs('Project name')
  await type('Allotment')
  await press('Enter')
  await page.getByRole('heading', { name: 'Allotment' }).waitFor()

  await press('z')
  await page.getByRole('heading', { name: 'Garden' }).waitFor()
  await press('z', 'z', 'z', 'z')
  await shows(garden)
  await becomes(() => page.getByRole('checkbox', { checked: true }).count(), 0)
  // “n” adds to the column that the last undo has taken the focus to.
  await focusIs('Weed')
  await page.context().setOffline(false)
  // The last of what was done has arrived when this one has.
  await press('n')
  await type('Mow')
  await press('Enter')
  await boardIs({ ...garden, 'To do': ['Weed', 'Water', 'Sow', 'Mow'] })
  expect(await completed(desk)).toEqual([])
  expect((await client.listProjects()).projects.map(({ title }) => title)).toEqual(['Garden'])
  expect((await client.listBin()).items).toEqual([])
})
