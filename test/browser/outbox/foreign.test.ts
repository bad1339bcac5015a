import { expect, test } from 'vitest'
import type { Project } from '../../../src/contract/project.ts'
import { newId } from '../../../src/web/model/operations.ts'
import { objectionsTo } from '../../support/browsing/axe.ts'
import { add, button, card, composer } from '../../support/browsing/boards.ts'
import { becomes, boardOf, boardOn, inboxOf } from '../../support/browsing/browsing.ts'
import { outboxIn, putIn, refusedIn } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { dialog, inboxWith, mark } from '../waiting/waiting.ts'

const browsing = browseInTests()

test('changes of a newer version wait and say so; they hold up only changes that depend on them, until that version sends them', async () => {
  const { page, person } = await inboxWith(browsing, 'Milk')
  const { client, user } = person
  const [milk] = (await client.listInboxCards()).cards
  await page.goto(`${browsing.appUrl}/healthz`)
  const project = newId()
  const stamp = { at: Date.now(), by: '99.0.0' }
  const made = {
    n: 1,
    key: project,
    operation: { kind: 'add project from a template', id: project },
    ...stamp,
  }
  const inIt = { kind: 'add card', id: newId(), project_id: project, text: 'Weed', complete: false }
  await putIn(page, user.id, 'outbox', [
    made,
    { n: 2, key: newId(), operation: { kind: 'paint card', id: milk?.id, colour: 'red' }, ...stamp },
    { n: 3, key: newId(), operation: { kind: 'edit card', id: milk?.id }, ...stamp },
    { n: 4, nothing: 'that anybody could read' },
    { n: 5, key: inIt.id, operation: inIt, ...stamp },
  ])
  await putIn(page, user.id, 'refused', [
    {
      n: 0,
      key: newId(),
      operation: { kind: 'paint card', id: newId() },
      code: 'x',
      reason: 'No.',
      ...stamp,
    },
  ])
  await page.goto(browsing.appUrl)
  await composer(page).waitFor()
  await add(page, 'Bread')
  await becomes(() => inboxOf(client), ['Milk', 'Bread'])
  await becomes(() => boardOn(page), { Inbox: ['Milk', 'Bread', 'Weed'] })
  await becomes(async () => (await outboxIn(page, user.id)).map(({ n }) => n), [1, 2, 3, 4, 5])

  await mark(page, '6 changes waiting').press('Enter')
  await dialog(page).getByText('This version of Inboard can’t send these changes.').waitFor()
  expect(await dialog(page).getByText('A change made with Inboard 99.0.0').count()).toBe(4)
  expect(await dialog(page).getByText('A change that can’t be read').count()).toBe(1)
  await dialog(page).getByText('Add “Weed” to a project').waitFor()
  expect(await objectionsTo(page)).toEqual([])
  await page.keyboard.press('Escape')

  // Signing out would lose them. A closed dialog goes back in the history, which would break off a navigation by URL.
  await page.keyboard.press(',')
  await button(page, 'Sign out').click()
  await page.getByText('6 unsent changes will be lost.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Look at the changes first' }).click()
  await dialog(page).waitFor()

  // As for a version that knows what a template is.
  await page.goto(`${browsing.appUrl}/healthz`)
  const known = { kind: 'add project', id: project, title: 'Garden' }
  await putIn(page, user.id, 'outbox', [{ ...made, operation: known }])
  await page.goto(browsing.appUrl)
  await becomes(async () => (await client.listProjects()).projects.map(({ id }) => id), [project])
  await becomes(() => boardOf(client, { id: project } as Project), { 'To do': ['Weed'], Doing: [], Done: [] })
  await becomes(async () => (await outboxIn(page, user.id)).map(({ n }) => n), [2, 3, 4])
  expect(await refusedIn(page, user.id)).toHaveLength(1)
})

test('a disk that is lost loses nothing of it', async () => {
  const { page, person } = await inboxWith(browsing, 'Milk')
  const { user } = person
  const row = { n: 7, key: newId(), operation: { kind: 'paint card', id: newId() }, by: '99.0.0' }
  await putIn(page, user.id, 'outbox', [row])
  await page.reload()
  await mark(page, '1 change waiting').waitFor()
  await page.evaluate((name) => void indexedDB.deleteDatabase(name), `inboard.${user.id}`)
  await add(page, 'Bread')
  await card(page, 'Bread').waitFor()
  await becomes(() => inboxOf(person.client), ['Milk', 'Bread'])
  await becomes(async () => await outboxIn(page, user.id), [row] as never)
})
