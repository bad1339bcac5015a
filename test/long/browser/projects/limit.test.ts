import { beforeEach, expect, test } from 'vitest'
import { create, isTitled, sidebarOf } from '../../../browser/projects/project-pages.ts'
import { add, heading, inboxIs, link } from '../../../support/browsing/boards.ts'
import { makeBoard } from '../../../support/browsing/browsing.ts'
import { holdBatches, refusalIn } from '../../../support/browsing/store.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'
import type { SignedIn } from '../../../support/service/inboard.ts'

const browsing = browseInTests({ MAX_PROJECTS: '2' })
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

test('a new project that the server refuses keeps its name, and its draft goes to the inbox', async () => {
  const { client, user } = person
  await makeBoard(client, 'One')
  await makeBoard(client, 'Two')
  const page = await browsing.open('/', { person })
  await page.getByText('Your inbox is empty.').waitFor()
  const held = await holdBatches(page)
  await create(page, 'Three')
  await isTitled(page, 'Three')
  await add(page, 'Weed', 'To do')
  await add(page, 'Dig', 'Doing')
  await held.letGo()
  await heading(page, 'Project not found').waitFor()
  expect(await refusalIn(page, user.id)).toMatchObject({
    code: 'project_limit_reached',
    operation: { kind: 'add project', title: 'Three' },
  })
  await link(page, 'Go to your inbox').click()
  await inboxIs(page, client, ['Weed', 'Dig'])
  expect(await sidebarOf(page)).toEqual(['One', 'Two'])
})
