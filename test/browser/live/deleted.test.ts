import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { objectionsTo } from '../../support/browsing/axe.ts'
import {
  boardIs,
  button,
  card,
  composer,
  edit,
  editor,
  heading,
  idOf,
  link,
  startEditing,
} from '../../support/browsing/boards.ts'
import { becomes, makeBoard } from '../../support/browsing/browsing.ts'
import { isSent, refusedIn } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { lookAt } from './meddling.ts'

// A card or project that is deleted elsewhere while somebody types in it.

const browsing = browseInTests()
const board = { 'To do': ['Weed', 'Water', 'Sow'], Doing: ['Dig'] }
const left = { 'To do': ['Weed', 'Sow'], Doing: ['Dig'] }

const sentence = (page: Page) => page.getByText('This card was deleted on another device.')
const hasFocus = (page: Page) => editor(page).and(page.locator(':focus')).waitFor()

/** Somebody who edits a card, with the cursor in the middle of its text, while it is deleted elsewhere. */
async function editDeleted() {
  const seen = await lookAt(browsing, board)
  const { page, client, project } = seen
  await edit(page, 'Water', 'Water them')
  for (const _ of 'them') await page.keyboard.press('Shift+ArrowLeft')
  await client.removeCard({ id: await idOf(seen, 'Water') })
  await sentence(page).waitFor()
  await boardIs(page, client, project, left)
  return seen
}

describe('a card that is deleted elsewhere while it is edited', () => {
  test('keeps its editor, text, selection and keys; Enter keeps it as a new card, which has the focus', async () => {
    const { page, client, project, user } = await editDeleted()
    await hasFocus(page)
    expect(await objectionsTo(page)).toEqual([])
    await page.getByRole('heading', { name: 'To do 2 cards' }).waitFor()
    expect(await page.getByRole('checkbox', { name: /Complete Water/ }).count()).toBe(0)
    await page.keyboard.type('c x')
    await page.keyboard.press('Delete')
    expect(await editor(page).inputValue()).toBe('Water c x')
    // What others do meanwhile changes nothing.
    await client.addProjectCard({ project_id: project.id, text: 'Mow' })
    await card(page, 'Mow').waitFor()
    await hasFocus(page)
    await page.keyboard.press('Enter')
    const kept = { 'To do': ['Weed', 'Water c x', 'Sow', 'Mow'], Doing: ['Dig'] }
    await boardIs(page, client, project, kept)
    await card(page, 'Water c x').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Delete')
    await boardIs(page, client, project, { ...left, 'To do': ['Weed', 'Sow', 'Mow'] })
    await isSent(page, user.id)
    expect(await refusedIn(page, user.id)).toEqual([])
  })

  test('can be kept or discarded with buttons, on which no key is a shortcut; Esc discards, and undo brings the text back', async () => {
    const { page, client, project } = await editDeleted()
    await page.keyboard.press('Tab')
    await button(page, 'Keep it as a new card').and(page.locator(':focus')).waitFor()
    for (const key of ['c', 'x', 'j', 'Delete', 'Backspace']) await page.keyboard.press(key)
    await button(page, 'Keep it as a new card').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Escape')
    await editor(page).waitFor({ state: 'detached' })
    await page.getByText('Discarded your changes to “Water”.').waitFor()
    await card(page, 'Sow').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('z')
    await hasFocus(page)
    await sentence(page).waitFor()
    expect(await editor(page).inputValue()).toBe('Water them')
    await button(page, 'Discard').click()
    await editor(page).waitFor({ state: 'detached' })
    await button(page, 'Undo').click()
    await sentence(page).waitFor()
    await button(page, 'Keep it as a new card').click()
    await boardIs(page, client, project, { ...left, 'To do': ['Weed', 'Water them', 'Sow'] })
    await card(page, 'Water them').and(page.locator(':focus')).waitFor()
  })

  test('continues as before if the card comes back; leaving the field keeps the typed text and nothing else', async () => {
    const { page, client, project, user } = await editDeleted()
    const [item] = (await client.listBin()).items
    await client.restore({ id: item?.id ?? '' })
    await sentence(page).waitFor({ state: 'detached' })
    await hasFocus(page)
    await page.keyboard.type('all')
    await page.keyboard.press('Enter')
    await boardIs(page, client, project, { ...left, 'To do': ['Weed', 'Water all', 'Sow'] })

    await edit(page, 'Dig', 'Dig in')
    await client.removeCard({ id: await idOf({ client, project }, 'Dig') })
    await sentence(page).waitFor()
    await composer(page, 'Done').click()
    await page.keyboard.type('Half a')
    await boardIs(page, client, project, { 'To do': ['Weed', 'Water all', 'Sow'], Doing: ['Dig in'] })
    await page.keyboard.type(' thought')
    expect(await composer(page, 'Done').inputValue()).toBe('Half a thought')

    await startEditing(page, 'Sow')
    await client.removeCard({ id: await idOf({ client, project }, 'Sow') })
    await sentence(page).waitFor()
    await composer(page, 'Done').click()
    await boardIs(page, client, project, { 'To do': ['Weed', 'Water all'], Doing: ['Dig in'] })
    await isSent(page, user.id)
  })

  test('is found in the field of the inbox after a reload', async () => {
    const { page } = await editDeleted()
    await page.reload()
    await page.getByText('The card you were editing was deleted. Its text is in the inbox.').waitFor()
    await link(page, /^Inbox/).click()
    await becomes(() => composer(page).inputValue(), 'Water them')
  })
})

test('when a project is deleted elsewhere, the typed text is kept, and no key goes anywhere else', async () => {
  const { page, project, client } = await lookAt(browsing, board)
  const house = await makeBoard(client, 'House', { 'To do': ['Paint'] })
  await edit(page, 'Water', 'Water them')
  await client.removeProject({ project_id: project.id })
  await heading(page, 'Project not found').waitFor()
  await page.getByText('This project was deleted. Your unfinished card is in the inbox.').waitFor()
  await page.locator('main:focus').waitFor()
  for (const key of ['Delete', 'Space', 'x']) await page.keyboard.press(key)
  await link(page, 'Go to your inbox').click()
  await becomes(() => composer(page).inputValue(), 'Water them')

  await link(page, 'House 1 of 1 open').click()
  await heading(page, 'House').getByRole('button').click()
  await page.keyboard.type('My ho')
  await client.removeProject({ project_id: house.id })
  await heading(page, 'Project not found').waitFor()
  await page.locator('main:focus').waitFor()
})
