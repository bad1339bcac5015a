import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { nextCardId } from '../../../src/board/repeating.ts'
import { becomes, boardOf, goOffline, inboxOf, makeBoard } from '../../support/browsing/browsing.ts'
import { sitDown } from '../../support/browsing/keys.ts'
import { isSent } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { cardNamed, due, tickNamed } from '../today/attention.ts'

const browsing = browseInTests()

const daily = `Water ${due(0)} every:day`
const tomorrow = `Water ${due(1)} every:day`

/** Somebody whose inbox has a card that repeats, and how a device looks at it. */
async function waterDaily() {
  const person = await browsing.inboard.signIn()
  const { client, user } = person
  const { card } = await client.addInboxCard({ text: daily })
  const device = async () => {
    const page = await browsing.open('/', { person })
    await cardNamed(page, 'Water').waitFor()
    return page
  }
  return { client, user, id: card.id, next: nextCardId(card.id), device }
}

const isShown = (page: Page, count: number) => becomes(() => cardNamed(page, 'Water').count(), count)

describe('completing a card that repeats', () => {
  test('adds the next one to the end of the inbox; undo takes back both, and redo does both again', async () => {
    const { client, next, device } = await waterDaily()
    await client.addInboxCard({ text: 'Milk' })
    const page = await device()
    await tickNamed(page, 'Water').click()
    await page.getByText('Completed “Water”. Next: Tomorrow.').waitFor()
    await becomes(() => inboxOf(client), [daily, 'Milk', tomorrow])
    expect((await client.listInboxCards()).cards.map(({ id, complete }) => [id === next, complete])).toEqual([
      [false, true],
      [false, false],
      [true, false],
    ])
    await page.keyboard.press('z')
    await becomes(() => inboxOf(client), [daily, 'Milk'])
    expect((await client.listInboxCards()).cards[0]?.complete).toBe(false)
    expect((await client.listBin()).items.map(({ text }) => text)).toEqual([tomorrow])
    await page.keyboard.press('Shift+Z')
    await becomes(() => inboxOf(client), [daily, 'Milk', tomorrow])
    expect((await client.listInboxCards()).cards[0]?.complete).toBe(true)
    expect((await client.listBin()).items).toEqual([])
  })

  test('by moving it into the last column adds the next one to the first; undo takes back both', async () => {
    const desk = await sitDown(browsing, { 'To do': ['Weed'], Doing: [daily] })
    await cardNamed(desk.page, 'Water').focus()
    await desk.press('Shift+ArrowRight')
    await desk.hears(/Moved to Done. Next: Tomorrow/)
    await becomes(() => boardOf(desk.client, desk.project), {
      'To do': ['Weed', tomorrow],
      Doing: [],
      Done: [daily],
    })
    await desk.press('z')
    const before = { 'To do': ['Weed'], Doing: [daily], Done: [] }
    await becomes(() => boardOf(desk.client, desk.project), before)
    const { cards } = await desk.client.listProjectCards({ project_id: desk.project.id })
    expect(cards.filter(({ complete }) => complete)).toEqual([])
  })

  test('adds one for each of several; completing what is complete, and moving it, adds nothing', async () => {
    const desk = await sitDown(browsing, { 'To do': [daily, `Feed ${due(-3)} every:week`, 'Sow'] })
    await cardNamed(desk.page, 'Water').focus()
    await desk.press('Control+a', 'c')
    await desk.hears(/Completed 3 cards. Added the next 2/)
    const after = [daily, `Feed ${due(-3)} every:week`, 'Sow', tomorrow, `Feed ${due(4)} every:week`]
    await becomes(() => boardOf(desk.client, desk.project), { 'To do': after, Doing: [], Done: [] })
    await desk.press('ArrowDown', 'Home', 'Shift+ArrowRight', 'Shift+ArrowRight')
    await becomes(() => boardOf(desk.client, desk.project), {
      'To do': after.slice(1),
      Doing: [],
      Done: [daily],
    })
  })

  test('again, after it was reopened, adds no other; nor after an edit of the next one', async () => {
    const { client, next, device } = await waterDaily()
    const page = await device()
    const first = tickNamed(page, 'Water').first()
    await first.click()
    await becomes(() => inboxOf(client), [daily, tomorrow])
    await client.editCard({ id: next, text: `${tomorrow} twice` })
    await becomes(() => page.getByText('twice').count(), 1)
    await first.click()
    await first.click()
    const { project } = await client.addProject({ title: 'The last change' })
    await page.getByRole('link', { name: project.title }).waitFor()
    await becomes(async () => (await client.listInboxCards()).cards[0]?.complete, true)
    expect(await inboxOf(client)).toEqual([daily, `${tomorrow} twice`])
  })
})

describe('the next one', () => {
  test('is one card, though two devices complete the card without a net, on different days', async () => {
    const { client, device } = await waterDaily()
    const [page, other] = [await device(), await device()]
    await goOffline(page)
    await goOffline(other)
    await other.clock.setFixedTime(Date.now() + 2 * 86_400_000)
    await other.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    for (const one of [page, other]) {
      await tickNamed(one, 'Water').click()
      await isShown(one, 2)
    }
    // What was done without a net survives a restart, too.
    await page.context().setOffline(false)
    await becomes(() => inboxOf(client), [daily, tomorrow])
    await other.context().setOffline(false)
    await becomes(() => other.getByText(due(3)).count(), 0)
    await isShown(other, 2)
    expect(await inboxOf(client)).toEqual([daily, tomorrow])
  })

  test('comes back from the bin, open and with its date set again', async () => {
    const { client, user, id, next, device } = await waterDaily()
    const page = await device()
    await goOffline(page)
    await tickNamed(page, 'Water').click()
    await isShown(page, 2)
    // Meanwhile the other device has completed both, and deleted the next one.
    await client.editCard({ id, complete: true })
    await client.addInboxCard({ text: `Water the roses ${due(5)} every:day` }, { idempotencyKey: next })
    await client.editCard({ id: next, complete: true })
    await client.removeCard({ id: next })
    await page.context().setOffline(false)
    await becomes(() => inboxOf(client), [daily, `Water the roses ${due(1)} every:day`])
    await isSent(page, user.id)
    expect((await client.listInboxCards()).cards.map(({ complete }) => complete)).toEqual([true, false])
    expect((await client.listBin()).items).toEqual([])
    await isShown(page, 2)
  })

  test('has one replacement if it was purged, however often the card is completed', async () => {
    const { client, user, next, device } = await waterDaily()
    const page = await device()
    await goOffline(page)
    await tickNamed(page, 'Water').click()
    await isShown(page, 2)
    await client.addInboxCard({ text: tomorrow }, { idempotencyKey: next })
    await client.removeCard({ id: next })
    await client.purge({ id: next })
    await page.context().setOffline(false)
    await becomes(() => inboxOf(client), [daily, tomorrow])
    await isSent(page, user.id)
    await isShown(page, 2)
    const first = tickNamed(page, 'Water').first()
    await first.click()
    await becomes(async () => (await client.listInboxCards()).cards[0]?.complete, false)
    await first.click()
    await becomes(async () => (await client.listInboxCards()).cards[0]?.complete, true)
    await isSent(page, user.id)
    const { cards } = await client.listInboxCards()
    expect(cards.slice(1)).toMatchObject([{ id: nextCardId(next), text: tomorrow }])
    await isShown(page, 2)
    // Which is one, however often the card is completed.
    for (const complete of [false, true]) {
      await tickNamed(page, 'Water').first().click()
      await becomes(async () => (await client.listInboxCards()).cards[0]?.complete, complete)
    }
    await isSent(page, user.id)
    expect(await inboxOf(client)).toEqual([daily, tomorrow])
    await isShown(page, 2)
  })

  test('goes to the inbox if its project is gone by then', async () => {
    const person = await browsing.inboard.signIn()
    const { client } = person
    const project = await makeBoard(client, 'Garden', { Doing: [daily] })
    const page = await browsing.open(`/projects/${project.id}`, { person })
    await cardNamed(page, 'Water').waitFor()
    await goOffline(page)
    await tickNamed(page, 'Water').click()
    await isShown(page, 2)
    await client.removeProject({ project_id: project.id })
    await page.context().setOffline(false)
    await becomes(() => inboxOf(client), [tomorrow])
  })
})

test('a card completed offline and its next one survive a reload', async () => {
  const person = await browsing.inboard.signIn()
  const { client } = person
  await client.addInboxCard({ text: daily })
  const page = await browsing.open('/', { person, worker: true })
  await cardNamed(page, 'Water').waitFor()
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  await goOffline(page)
  await tickNamed(page, 'Water').click()
  await isShown(page, 2)
  await page.reload()
  await isShown(page, 2)
  await page.context().setOffline(false)
  await becomes(() => inboxOf(client), [daily, tomorrow])
})
