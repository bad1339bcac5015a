import { expect, test } from 'vitest'
import { lookAt } from '../../../browser/live/meddling.ts'
import { card } from '../../../support/browsing/boards.ts'
import { becomes, boardOn } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

// What others do, as somebody sees it who is in the middle of something.

const browsing = browseInTests()

test('the card under the keys keeps the focus and its place, though others come before it', async () => {
  const many = Array.from({ length: 30 }, (_, index) => `Number ${index}`)
  const { page, project, client } = await lookAt(browsing, { 'To do': many })
  await card(page, 'Number 19').focus()
  await page.keyboard.press('ArrowDown')
  await card(page, 'Number 20').and(page.locator(':focus')).waitFor()
  /** Where it is once nothing scrolls any more. */
  const top = () =>
    card(page, 'Number 20').evaluate(async (element) => {
      const now = () => Math.round(element.getBoundingClientRect().top)
      let last = now()
      for (let frames = 0; frames < 10; frames++) {
        await new Promise(requestAnimationFrame)
        if (now() !== last) frames = 0
        last = now()
      }
      return last
    })
  const seen = await top()
  const { card: added } = await client.addProjectCard({ project_id: project.id, text: 'From a script' })
  await becomes(async () => (await boardOn(page))['To do']?.at(-1), 'From a script')
  expect(await top()).toBe(seen)
  await client.setColumn({
    project_id: project.id,
    status_id: added.status_id,
    card_ids: [added.id],
    moved: [added.id],
  })
  await becomes(async () => (await boardOn(page))['To do']?.[0], 'From a script')
  expect(await top()).toBe(seen)
  expect(await card(page, 'Number 20').and(page.locator(':focus')).count()).toBe(1)
})
