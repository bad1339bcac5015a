import { beforeEach, describe, expect, test } from 'vitest'
import { add, boardIs, button, complaint, heading, link, tick } from '../../support/browsing/boards.ts'
import { becomes } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { create, newName, pathOf, titlesOf } from './project-pages.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

describe('a new project', () => {
  test('is made once however often Enter is pressed, and not without a name; it opens with a board that teaches, and its count and ring follow its cards', async () => {
    const page = await browsing.open('/', { person })
    await create(page, '   ')
    await page.keyboard.press('Escape')
    await button(page, 'New project').click()
    const tooLong = 'n'.repeat(201)
    await newName(page).fill(tooLong)
    await page.keyboard.press('Enter')
    await complaint(page, 'Too long by 1 character (limit: 200).')
    expect(await newName(page).inputValue()).toBe(tooLong)
    await newName(page).fill('  Garden ')
    await newName(page).evaluate((field) => {
      for (const _ of [1, 2, 3]) field.closest('form')?.requestSubmit()
    })
    await heading(page, 'Garden').waitFor()
    await link(page, 'Garden').waitFor()
    await button(page, 'New project').waitFor()
    await page.getByText('Nothing to do yet. Add the first card below.').waitFor()
    await page.getByText('Finished cards go here.').waitFor()
    await becomes(() => titlesOf(person), ['Garden'])
    const [project] = (await person.client.listProjects()).projects
    await becomes(async () => pathOf(page), `/projects/${project?.id}`)
    expect(await page.title()).toBe('Garden · Inboard')

    await add(page, 'Weed', 'To do')
    await add(page, 'Dig', 'Doing')
    await link(page, 'Garden 2 of 2 open').waitFor()
    await tick(page, 'Weed').click()
    await link(page, 'Garden 1 of 2 open').waitFor()
    await page.getByText('1 of 2 complete').waitFor()
    await page.getByTitle('1 of 2 complete').waitFor()
    await tick(page, 'Dig').click()
    await page.getByText('2 of 2 complete').waitFor()
    await becomes(
      async () => (await person.client.listProjects()).projects.map((one) => one.completed_card_count),
      [2],
    )
    if (project) await boardIs(page, person.client, project, { 'To do': ['Weed'], Doing: ['Dig'] })
  })
})
