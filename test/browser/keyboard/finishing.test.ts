import { test } from 'vitest'
import { becomes } from '../../support/browsing/browsing.ts'
import { sitDown } from '../../support/browsing/keys.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { garden } from './garden.ts'

const browsing = browseInTests()

test('Space or c completes and reopens; Delete deletes and goes on to the next card, the one before, another column, the page', async () => {
  const { page, press, focusIs, boardIs, hears, client, project } = await sitDown(browsing, garden)
  const ticked = () =>
    page.getByRole('checkbox', { checked: true }).evaluateAll((all) => all.map((one) => one.ariaLabel))
  await press('ArrowDown')
  await focusIs('Weed')
  await press('Space')
  await hears('Completed “Weed”.')
  await press('ArrowDown', 'c')
  await hears('Completed “Water”.')
  await becomes(ticked, ['Complete Weed', 'Complete Water'])
  await press('c')
  await hears('Reopened “Water”.')
  await becomes(ticked, ['Complete Weed'])
  await focusIs('Water')
  await becomes(
    async () =>
      (await client.listProjectCards({ project_id: project.id })).cards.map(({ complete }) => complete),
    [true, false, false, false, false],
  )

  await press('Delete')
  await hears('Deleted “Water”.')
  await focusIs('Sow')
  await press('Backspace')
  await focusIs('Weed')
  await press('Delete')
  await focusIs('Dig')
  await boardIs({ Done: ['Dig', 'Rake'] })
  await press('Delete')
  await focusIs('Rake')
  await press('Delete')
  await focusIs('main')
  await boardIs({})
  await press('z')
  await focusIs('Rake')
  await boardIs({ Done: ['Rake'] })
})
