import { expect, test } from 'vitest'
import { heading, link } from '../../../support/browsing/boards.ts'
import { sitDown } from '../../../support/browsing/keys.ts'
import { outboxIn } from '../../../support/browsing/store.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

test('a field that was opened and left as it was gives no title', async () => {
  const { page, client, project, press } = await sitDown(browsing, { 'To do': ['Weed'] })
  await press('r')
  await client.renameProject({ project_id: project.id, title: 'Back garden' })
  await link(page, /^Back garden/).waitFor()
  await page.getByRole('textbox', { name: 'Project name' }).press('Enter')
  await heading(page, 'Back garden').waitFor()
  expect(await outboxIn(page, (await client.readMe()).user.id)).toEqual([])
})
