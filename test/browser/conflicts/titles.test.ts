import { expect, test } from 'vitest'
import { button, card, heading, link } from '../../support/browsing/boards.ts'
import { becomes, boardOf, boardOn, goOffline } from '../../support/browsing/browsing.ts'
import { type Desk, sitDown } from '../../support/browsing/keys.ts'
import { browseInTests } from '../../support/browsing/tests.ts'

const browsing = browseInTests()

const titleOf = async ({ client, project }: Desk) =>
  (await client.readProject({ project_id: project.id })).project.title

/** Somebody who has called the project “Kitchen garden” without a net. */
async function renameOffline(): Promise<Desk> {
  const desk = await sitDown(browsing, { 'To do': ['Weed'] })
  const { page, press } = desk
  await goOffline(page)
  await press('r')
  await page.getByRole('textbox', { name: 'Project name' }).fill('Kitchen garden')
  await press('Enter')
  await heading(page, 'Kitchen garden').waitFor()
  return desk
}

test('two titles of a project are both kept', async () => {
  const desk = await renameOffline()
  const { page, client, project } = desk
  await client.renameProject({ project_id: project.id, title: 'Back garden' })
  await page.context().setOffline(false)
  await heading(page, 'Back garden').waitFor()
  await button(page, '1 change needs your attention').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Kitchen garden', { exact: true }).waitFor()
  expect(await dialog.getByRole('button', { name: 'Keep both' }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Keep this one' }).click()
  await heading(page, 'Kitchen garden').waitFor()
  await becomes(() => titleOf(desk), 'Kitchen garden')
  expect(await boardOf(client, project)).toEqual(await boardOn(page))
})

test('a title of a project that was deleted elsewhere is offered, and given once the project is restored', async () => {
  const desk = await renameOffline()
  const { page, client, project } = desk
  await client.removeProject({ project_id: project.id })
  await page.context().setOffline(false)
  await button(page, '1 change needs your attention').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('The project was deleted elsewhere.').waitFor()
  await client.restore({ id: project.id })
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await becomes(() => titleOf(desk), 'Kitchen garden')
})

test.each([
  ['a draft from before', true],
  ['a field that was left open', false],
])('%s does not replace a title that was given elsewhere since', async (_, isReloaded) => {
  const desk = await sitDown(browsing, { 'To do': ['Weed'] })
  const { page, client, project, press } = desk
  const field = page.getByRole('textbox', { name: 'Project name' })
  await press('r')
  await field.fill('Half a new ti')
  if (isReloaded) {
    await page.reload()
    await card(page, 'Weed').waitFor()
  }
  await client.renameProject({ project_id: project.id, title: 'Back garden' })
  await link(page, /^Back garden/).waitFor()
  if (isReloaded) await press('r')
  await field.press('Enter')
  await button(page, '1 change needs your attention').waitFor()
  expect(await titleOf(desk)).toBe('Back garden')
})
