import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { objectionsTo } from '../support/browsing/axe.ts'
import { button, card, editor, heading, link } from '../support/browsing/boards.ts'
import { becomes, boardOf, boardOn, goOffline } from '../support/browsing/browsing.ts'
import { type Desk, sitDown } from '../support/browsing/keys.ts'
import { isSent, outboxIn } from '../support/browsing/store.ts'
import { browseInTests } from '../support/browsing/tests.ts'

const browsing = browseInTests()

const box = (page: Page) => page.getByRole('group', { name: 'Changed in two places' })

async function idOf({ client, project }: Desk, text: string): Promise<string> {
  const { cards } = await client.listProjectCards({ project_id: project.id })
  return cards.find((one) => one.text === text)?.id ?? ''
}

/** Edited here without a connection, and elsewhere meanwhile. */
async function disagree(): Promise<Desk> {
  const desk = await sitDown(browsing, { 'To do': ['Weed', 'Water'] })
  const { page, client, press } = desk
  const id = await idOf(desk, 'Weed')
  await goOffline(page)
  for (const text of ['Weed the bed', 'Weed the long bed']) {
    await page.locator(`#card-${id}`).focus()
    await press('e')
    await editor(page).fill(text)
    await press('Enter')
    await card(page, text).waitFor()
  }
  await client.editCard({ id, text: 'Weed and mulch' })
  await page.context().setOffline(false)
  await box(page).waitFor()
  // Theirs is what the card says, and the last of ours stands below it.
  await card(page, 'Weed and mulch').waitFor()
  await box(page).getByText('Weed the long bed').waitFor()
  return desk
}

describe('two texts for one card are both shown, and one press decides:', () => {
  test('mine', async () => {
    const { page, boardIs, focusIs } = await disagree()
    expect(await objectionsTo(page)).toEqual([])
    // Without motion, colours change at once.
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    expect(await objectionsTo(page, 'appearance')).toEqual([])
    await page.setViewportSize({ width: 390, height: 780 })
    expect(await objectionsTo(page, 'appearance')).toEqual([])
    await page.setViewportSize({ width: 1280, height: 720 })
    await button(page, 'Keep mine').press('Enter')
    await boardIs({ 'To do': ['Weed the long bed', 'Water'] })
    await focusIs('Weed the long bed')
    expect(await box(page).count()).toBe(0)
    await becomes(() => page.locator('.mark').count(), 0)
  })

  test('theirs, which can be undone', async () => {
    const { page, press, boardIs, hears } = await disagree()
    await button(page, 'Keep theirs').click()
    await boardIs({ 'To do': ['Weed and mulch', 'Water'] })
    expect(await box(page).count()).toBe(0)
    await hears('Kept their text.')
    await press('z')
    await boardIs({ 'To do': ['Weed the long bed', 'Water'] })
  })

  test('both, as two cards', async () => {
    const { page, boardIs } = await disagree()
    await button(page, 'Keep both').click()
    await boardIs({ 'To do': ['Weed and mulch', 'Weed the long bed', 'Water'] })
    expect(await box(page).count()).toBe(0)
  })

  test('after the page was loaded again, from the palette', async () => {
    const { page, press, type, boardIs, focusIs } = await disagree()
    await page.reload()
    await box(page).waitFor()
    await press('ArrowDown')
    await focusIs('Weed and mulch')
    await press('Control+k')
    await type('keep both')
    await press('Enter')
    await boardIs({ 'To do': ['Weed and mulch', 'Weed the long bed', 'Water'] })
  })

  test('in the list of what needs the person', async () => {
    const { page, boardIs } = await disagree()
    await button(page, '1 change needs you').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Weed and mulch', { exact: true }).waitFor()
    expect(await objectionsTo(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Keep mine' }).press('Enter')
    await dialog.getByRole('heading', { name: 'Everything has been sent' }).waitFor()
    await boardIs({ 'To do': ['Weed the long bed', 'Water'] })
  })

  test('undoing the edit leaves theirs', async () => {
    const { page, press, boardIs } = await disagree()
    await press('z')
    await becomes(() => box(page).count(), 0)
    await boardIs({ 'To do': ['Weed and mulch', 'Water'] })
  })
})

test('a card that is changed elsewhere while it is edited says so, and asks whose text to keep', async () => {
  const desk = await sitDown(browsing, { 'To do': ['Weed'] })
  const { page, client, press, boardIs } = desk
  const id = await idOf(desk, 'Weed')
  await card(page, 'Weed').focus()
  await press('e')
  await editor(page).fill('Weed the bed')
  await client.editCard({ id, text: 'Weed and mulch' })
  await page.getByText('Meanwhile this card was changed elsewhere.').waitFor()
  expect(await objectionsTo(page)).toEqual([])
  // Without motion, colours change at once.
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await objectionsTo(page, 'appearance')).toEqual([])
  expect(await editor(page).inputValue()).toBe('Weed the bed')
  await button(page, 'Keep mine').click()
  await boardIs({ 'To do': ['Weed the bed'] })
  await becomes(() => page.locator('.mark, .conflict').count(), 0)
})

test('two titles of a project are both kept', async () => {
  const desk = await sitDown(browsing, { 'To do': ['Weed'] })
  const { page, client, project, press } = desk
  await goOffline(page)
  await press('r')
  await page.getByRole('textbox', { name: 'Project name' }).fill('Kitchen garden')
  await press('Enter')
  await heading(page, 'Kitchen garden').waitFor()
  await client.renameProject({ project_id: project.id, title: 'Back garden' })
  await page.context().setOffline(false)
  await heading(page, 'Back garden').waitFor()
  await button(page, '1 change needs you').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Kitchen garden', { exact: true }).waitFor()
  expect(await dialog.getByRole('button', { name: 'Keep both' }).count()).toBe(0)
  await dialog.getByRole('button', { name: 'Keep mine' }).click()
  await heading(page, 'Kitchen garden').waitFor()
  await becomes(
    async () => (await client.readProject({ project_id: project.id })).project.title,
    'Kitchen garden',
  )
  expect(await boardOf(client, project)).toEqual(await boardOn(page))
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
  await button(page, '1 change needs you').waitFor()
  expect((await client.readProject({ project_id: project.id })).project.title).toBe('Back garden')
})

test('a field that was opened and left as it was gives no title', async () => {
  const { page, client, project, press } = await sitDown(browsing, { 'To do': ['Weed'] })
  await press('r')
  await client.renameProject({ project_id: project.id, title: 'Back garden' })
  await link(page, /^Back garden/).waitFor()
  await page.getByRole('textbox', { name: 'Project name' }).press('Enter')
  await heading(page, 'Back garden').waitFor()
  expect(await outboxIn(page, (await client.readMe()).user.id)).toEqual([])
})

test('an edit that was undone asks nothing', async () => {
  const desk = await sitDown(browsing, { 'To do': ['Weed', 'Water'] })
  const { page, client, press, hears } = desk
  const id = await idOf(desk, 'Weed')
  await goOffline(page)
  await card(page, 'Weed').focus()
  await press('e')
  await editor(page).fill('Wede')
  await press('Enter')
  await hears('Edited “Weed”.')
  await press('z')
  await hears('Undone: edited “Weed”.')
  await client.editCard({ id, text: 'Weed and mulch' })
  await page.context().setOffline(false)
  await card(page, 'Weed and mulch').waitFor()
  await isSent(page, (await client.readMe()).user.id)
  expect(await page.locator('.mark, .conflict').count()).toBe(0)
})

describe('a card that is deleted here and was rewritten elsewhere', () => {
  async function deleteWhatIsRewritten() {
    const desk = await sitDown(browsing, { 'To do': ['Weed', 'Water', 'Sow'] })
    const { page, client, press } = desk
    const [id, water] = [await idOf(desk, 'Weed'), await idOf(desk, 'Water')]
    await goOffline(page)
    for (const text of ['Weed', 'Water']) {
      await card(page, text).focus()
      await press('Delete')
    }
    await client.editCard({ id, text: 'Weed, after an hour of writing' })
    // That is no reason to keep it.
    await client.editCard({ id: water, complete: true })
    await page.context().setOffline(false)
    await button(page, '1 change needs you').click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Weed, after an hour of writing').waitFor()
    expect(await objectionsTo(page)).toEqual([])
    return { ...desk, dialog }
  }

  test('is there until the person has seen that', async () => {
    const { dialog, boardIs } = await deleteWhatIsRewritten()
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    await boardIs({ 'To do': ['Weed, after an hour of writing', 'Sow'] })
  })

  test('goes when they want it all the same', async () => {
    const { dialog, boardIs } = await deleteWhatIsRewritten()
    await dialog.getByRole('button', { name: 'Delete it all the same' }).click()
    await boardIs({ 'To do': ['Sow'] })
  })
})
