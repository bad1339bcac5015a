import { beforeEach, expect, test } from 'vitest'
import { add, boardIs, card, link } from '../../support/browsing/boards.ts'
import { becomes, boardOn } from '../../support/browsing/browsing.ts'
import { holdBatches } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { create, isTitled, pathOf, rename, titlesOf } from './project-pages.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

test('a new project is whole before the server has heard of it: columns, cards, a new name and its URL', async () => {
  const { client } = person
  await client.addInboxCard({ text: 'Weed' })
  const page = await browsing.open('/', { person })
  await card(page, 'Weed').waitFor()
  const held = await holdBatches(page)
  await create(page, 'Garden')
  await isTitled(page, 'Garden')
  const path = pathOf(page)
  await add(page, 'Dig', 'Doing')
  await rename(page, 'Kitchen garden')
  await link(page, 'Inbox 1 card').click()
  await card(page, 'Weed').focus()
  await page.keyboard.press('m')
  await page.getByRole('option', { name: 'To do Kitchen garden' }).click()
  await link(page, 'Kitchen garden 2 of 2 open').click()
  await becomes(() => boardOn(page), { 'To do': ['Weed'], Doing: ['Dig'], Done: [] })
  expect(await titlesOf(person)).toEqual([])

  await held.letGo()
  await becomes(() => titlesOf(person), ['Kitchen garden'])
  const [project] = (await client.listProjects()).projects
  if (!project) throw new Error('there is no project')
  expect([pathOf(page), `/projects/${project.id}`]).toEqual([path, path])
  await boardIs(page, client, project, { 'To do': ['Weed'], Doing: ['Dig'] })
  await page.reload()
  await boardIs(page, client, project, { 'To do': ['Weed'], Doing: ['Dig'] })
})
