import { beforeEach, expect, test } from 'vitest'
import { boardIs, button, heading, link, tick } from '../../support/browsing/boards.ts'
import { becomes, goOffline, makeBoard } from '../../support/browsing/browsing.ts'
import { holdBatches } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { askToDelete, pathOf, rename, sidebarOf, titlesOf } from './project-pages.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

test('a project is gone as soon as it is deleted, and comes back where it was when that is undone', async () => {
  const { client } = person
  const garden = await makeBoard(client, 'Garden', { 'To do': ['Weed'] })
  await makeBoard(client, 'House')
  const page = await browsing.open(`/projects/${garden.id}`, { person })
  await boardIs(page, client, garden, { 'To do': ['Weed'] })
  const held = await holdBatches(page)
  await tick(page, 'Weed').click()
  await rename(page, 'Old garden')
  await askToDelete(page)
  await button(page, 'Delete project').click()
  await heading(page, 'Inbox').waitFor()
  await page.getByText('Deleted “Old garden” and its card.').waitFor()
  expect(pathOf(page)).toBe('/')
  expect(await sidebarOf(page)).toEqual(['House'])
  expect(await titlesOf(person)).toEqual(['Garden', 'House'])
  await held.letGo()
  await becomes(() => titlesOf(person), ['House'])
  expect(await sidebarOf(page)).toEqual(['House'])

  await button(page, 'Undo').click()
  await link(page, 'Old garden').click()
  await boardIs(page, client, garden, { 'To do': ['Weed'] })
  expect(await tick(page, 'Weed').isChecked()).toBe(true)
  expect(await sidebarOf(page)).toEqual(['Old garden', 'House'])
  await becomes(() => titlesOf(person), ['Old garden', 'House'])
})

test('deleting a project asks first, and says what goes with it', async () => {
  const { client } = person
  const garden = await makeBoard(client, 'Garden', { 'To do': ['Weed', 'Water'], Done: ['Dig'] })
  const house = await makeBoard(client, 'House', { Doing: ['Paint'] })
  const page = await browsing.open(`/projects/${garden.id}`, { person })
  await askToDelete(page)
  await page
    .getByRole('dialog', { name: 'Delete Garden?' })
    .getByText('Its 3 cards will be deleted too. You can restore them all from the bin.')
    .waitFor()
  await button(page, 'Cancel').click()
  await askToDelete(page)
  await page.keyboard.press('Escape')
  await boardIs(page, client, garden, { 'To do': ['Weed', 'Water'], Done: ['Dig'] })

  await askToDelete(page)
  await button(page, 'Delete project').click()
  await heading(page, 'Inbox').waitFor()
  await page.getByText('Deleted “Garden” and its cards.').waitFor()
  expect(pathOf(page)).toBe('/')
  await becomes(() => titlesOf(person), ['House'])
  expect(await page.getByRole('link', { name: /^Garden/ }).count()).toBe(0)
  expect(await page.getByRole('dialog').count()).toBe(0)

  await link(page, 'House 1 of 1 open').click()
  await heading(page, 'House').waitFor()
  await askToDelete(page)
  await page.getByText('Its card will be deleted too. You can restore both from the bin.').waitFor()
  await client.removeCard({
    id: (await client.listProjectCards({ project_id: house.id })).cards[0]?.id ?? '',
  })
  // What happens elsewhere is said before one decides.
  await page.getByText('It has no cards. You can restore it from the bin.').waitFor()
  await goOffline(page)
  await button(page, 'Delete project').click()
  await heading(page, 'Inbox').waitFor()
  expect(await sidebarOf(page)).toEqual([])
  expect(await titlesOf(person)).toEqual(['House'])
  await page.context().setOffline(false)
  await becomes(() => titlesOf(person), [])
})
