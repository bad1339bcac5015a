import { describe, expect, test } from 'vitest'
import { objectionsTo } from '../../support/browsing/axe.ts'
import { button, card, idOf } from '../../support/browsing/boards.ts'
import { becomes, boardOn, goOffline, intercept, makeBoard } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { isOnDevice } from '../bin/bin.ts'
import { isInCharge } from '../offline/worker.ts'

const browsing = browseInTests()

const notes = `Weed\n${'A line of notes.\n'.repeat(12)}The end`

async function visit() {
  const person = await browsing.inboard.signIn()
  const { client } = person
  const garden = await makeBoard(client, 'Garden', { Doing: ['Dig', notes] })
  const id = await idOf({ client, project: garden }, notes)
  return { person, client, garden, id }
}

describe('a link to a card', () => {
  test('opens its board, with the card in view, in focus, and with all of its text; Back does not return to the link', async () => {
    const { person, garden, id } = await visit()
    const page = await browsing.open('/bin', { person })
    await page.goto(`${browsing.appUrl}/card/${id}`)
    await card(page, 'Weed').and(page.locator(':focus')).waitFor()
    await card(page, 'Weed')
      .getByRole('button', { expanded: true, name: /^Show all/ })
      .waitFor()
    expect(new URL(page.url()).pathname).toBe(`/projects/${garden.id}`)
    await page.goBack()
    await page.getByRole('heading', { name: 'Bin', exact: true }).waitFor()
  })

  test('says that the card is in the bin, and restores it', async () => {
    const { person, client, garden, id } = await visit()
    await client.removeCard({ id })
    const page = await browsing.open(`/card/${id}`, { person })
    await page.getByRole('heading', { name: 'This card is in the bin' }).waitFor()
    await page.getByText('“Weed”').waitFor()
    expect(await objectionsTo(page)).toEqual([])
    await button(page, 'Restore').click()
    await card(page, 'Weed').and(page.locator(':focus')).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/projects/${garden.id}`)
  })

  test('says so though this device has not heard of the deletion', async () => {
    const { person, client, id } = await visit()
    const page = await browsing.open('/', { person })
    await isOnDevice(page, person)
    await page.goto('about:blank')
    await client.removeCard({ id })
    await page.goto(`${browsing.appUrl}/card/${id}`)
    await page.getByRole('heading', { name: 'This card is in the bin' }).waitFor()
    await button(page, 'Restore').click()
    await card(page, 'Weed').and(page.locator(':focus')).waitFor()
  })

  test('says that the card was deleted with its project, and restores that', async () => {
    const { person, client, garden, id } = await visit()
    const page = await browsing.open('/', { person })
    await isOnDevice(page, person)
    await page.goto('about:blank')
    await client.removeProject({ project_id: garden.id })
    // A device that never had the card cannot know its project.
    const other = await browsing.open(`/card/${id}`, { person })
    await other.getByText('It may have been deleted with its project.').waitFor()
    await other.getByRole('link', { name: 'Look in the bin' }).waitFor()
    expect(await objectionsTo(other)).toEqual([])
    // The deletion is heard of before a card could be drawn.
    const isSaid = Promise.withResolvers<void>()
    await intercept(page, '**/assets/rich-text-*.js', async (route) => {
      await isSaid.promise
      await route.continue()
    })
    await page.goto(`${browsing.appUrl}/card/${id}`)
    await page.getByText('It was deleted with the project “Garden”.').waitFor()
    isSaid.resolve()
    expect(await objectionsTo(page)).toEqual([])
    await button(page, 'Restore the project').click()
    await card(page, 'Weed').and(page.locator(':focus')).waitFor()
    expect(new URL(page.url()).pathname).toBe(`/projects/${garden.id}`)
  })

  test('opens the stored copy without a net', async () => {
    const { person, id } = await visit()
    const page = await browsing.open('/', { person, worker: true })
    await isInCharge(page)
    await isOnDevice(page, person)
    await goOffline(page)
    await page.goto(`${browsing.appUrl}/card/${id}`)
    await card(page, 'Weed').and(page.locator(':focus')).waitFor()
  })

  test.each(['01a1dd4b-3f76-7000-8c01-da6315d4a075', 'none'])('to no card, %s, finds nothing', async (id) => {
    const { person } = await visit()
    const page = await browsing.open(`/card/${id}`, { person })
    await page.getByRole('heading', { name: 'Card not found' }).waitFor()
    expect(await objectionsTo(page)).toEqual([])
  })

  test('to a card that is not on this device yet waits for the server', async () => {
    const { person, client } = await visit()
    const page = await browsing.open('/', { person, worker: true })
    await isInCharge(page)
    await isOnDevice(page, person)
    await goOffline(page)
    const { card: made } = await client.addInboxCard({ text: 'Milk' })
    await page.goto(`${browsing.appUrl}/card/${made.id}`)
    await page.getByRole('heading', { name: 'This card isn’t on this device yet' }).waitFor()
    await page.context().setOffline(false)
    await card(page, 'Milk').and(page.locator(':focus')).waitFor()
    await becomes(() => boardOn(page), { Inbox: ['Milk'] })
  })
})
