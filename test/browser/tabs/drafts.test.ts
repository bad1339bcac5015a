import { describe, test } from 'vitest'
import { card, composer } from '../../support/browsing/boards.ts'
import { becomes } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { testDrafts } from './drafts.ts'
import { openTwo } from './two-tabs.ts'

const browsing = browseInTests()

describe('drafts', () => {
  testDrafts(browsing)
})

test('a draft whose page went while a card was made of it is there again only if the card is not', async () => {
  const { person, project, one } = await openTwo(browsing)
  const { cards } = await person.client.listProjectCards({ project_id: project.id })
  const stored = () =>
    one.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('inboard.draft.')).length)
  for (const isMade of [true, false]) {
    await composer(one, 'To do').fill('Sow')
    await one.evaluate(
      (becoming) => {
        const key = Object.keys(localStorage).find((name) => name.startsWith('inboard.draft.')) ?? ''
        localStorage.setItem(key, JSON.stringify({ text: 'Sow', becoming }))
      },
      isMade ? cards[0]?.id : crypto.randomUUID(),
    )
    await one.reload()
    await card(one, 'Weed').waitFor()
    await becomes(() => composer(one, 'To do').inputValue(), isMade ? '' : 'Sow')
    await becomes(stored, isMade ? 0 : 1)
  }
})
