import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { objectionsTo } from '../../support/browsing/axe.ts'
import { button, editor } from '../../support/browsing/boards.ts'
import { becomes, goOffline, makeBoard } from '../../support/browsing/browsing.ts'
import { type Desk, lookAt, sitDown } from '../../support/browsing/keys.ts'
import { isSent, refusedIn } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { phone } from '../../support/browsing/touch.ts'

const browsing = browseInTests()

const list = (...steps: string[]) => ['Trip', ...steps].join('\n')

const step = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

const isTicked = (page: Page, name: string, wanted: boolean) =>
  becomes(() => step(page, name).isChecked(), wanted)

async function textIs({ client, project }: Desk, text: string): Promise<void> {
  await becomes(async () => (await client.listProjectCards({ project_id: project.id })).cards[0]?.text, text)
}

test('steps are ticked by mouse and by key, and undone; the card is neither opened, selected nor completed', async () => {
  const desk = await sitDown(browsing, {
    'To do': [list('- [ ] Pack *warm* socks', '  * [X] Tickets #train')],
  })
  const { page, press, hears } = desk
  await isTicked(page, 'Tickets', true)
  expect(await objectionsTo(page)).toEqual([])
  await step(page, 'Pack warm socks').click()
  await textIs(desk, list('- [x] Pack *warm* socks', '  * [X] Tickets #train'))
  await step(page, 'Pack warm socks').dblclick()
  await textIs(desk, list('- [x] Pack *warm* socks', '  * [X] Tickets #train'))
  expect(await editor(page).count()).toBe(0)
  expect(await page.locator('.card.selected, .card.complete').count()).toBe(0)

  // From the card: its tick, then its steps.
  await page.locator('.card').focus()
  await press('Tab', 'Tab', 'Tab', 'Space')
  await isTicked(page, 'Tickets', false)
  await textIs(desk, list('- [x] Pack *warm* socks', '  * [ ] Tickets #train'))
  await press('Enter')
  await textIs(desk, list('- [x] Pack *warm* socks', '  * [x] Tickets #train'))
  await isTicked(page, 'Tickets', true)
  await press('z')
  await hears('Unticked “Tickets”.')
  await textIs(desk, list('- [x] Pack *warm* socks', '  * [ ] Tickets #train'))
  await press('z')
  await textIs(desk, list('- [x] Pack *warm* socks', '  * [X] Tickets #train'))
  await press('Shift+z')
  await textIs(desk, list('- [x] Pack *warm* socks', '  * [ ] Tickets #train'))
})

test('lines that are cut off are counted, and unfold when the keyboard gets there', async () => {
  const steps = ['One', 'Two', 'Three', 'Four', 'Five'].map(
    (name, index) => `- [${index < 2 ? 'x' : ' '}] ${name}`,
  )
  const { page, press } = await sitDown(browsing, { 'To do': [list(...steps)] })
  await page.getByText('2/5').waitFor()
  await button(page, 'Show all of Trip').waitFor()
  await step(page, 'Three').focus()
  await press('Shift+Tab', 'Tab', 'Tab')
  await becomes(() => page.evaluate(() => document.activeElement?.ariaLabel), 'Four')
  await becomes(() => button(page, 'Show all of Trip').getAttribute('aria-expanded'), 'true')
  expect(await page.getByText('2/5').count()).toBe(0)
})

test('a step ticked offline is sent later, though its text was changed elsewhere', async () => {
  const desk = await sitDown(browsing, { 'To do': [list('- [ ] Socks', '- [ ] Tickets', '- [ ] Hat')] })
  const { page, client, project } = desk
  const { cards } = await client.listProjectCards({ project_id: project.id })
  const id = cards[0]?.id ?? ''
  await goOffline(page)
  for (const name of ['Socks', 'Hat', 'Tickets']) {
    await step(page, name).click()
    await isTicked(page, name, true)
  }
  await client.editCard({ id, text: list('- [ ] Hat', '- [x] Tickets', '- [ ] Shoes', '- [ ] Socks') })
  await page.context().setOffline(false)
  await textIs(desk, list('- [x] Hat', '- [x] Tickets', '- [ ] Shoes', '- [x] Socks'))
  await isTicked(page, 'Shoes', false)
  await isTicked(page, 'Hat', true)
  await isSent(page, project.owner_id)
  expect(await refusedIn(page, project.owner_id)).toEqual([])

  // One that is gone is for the person to decide.
  await goOffline(page)
  await step(page, 'Shoes').click()
  await isTicked(page, 'Shoes', true)
  await client.editCard({ id, text: 'Trip, short' })
  await page.context().setOffline(false)
  await page.getByRole('group', { name: 'Changed in two places' }).waitFor()
})

test('a finger ticks a step, and not the card', async () => {
  const person = await browsing.inboard.signIn()
  const project = await makeBoard(person.client, 'Garden', { 'To do': [list('- [ ] Socks')] })
  const desk = await lookAt(browsing, person, project, phone)
  const { page } = desk
  await step(page, 'Socks').tap()
  await textIs(desk, list('- [x] Socks'))
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await objectionsTo(page)).toEqual([])
})
