import { beforeEach, describe, expect, test } from 'vitest'
import { boardIs, button, composer, heading, link } from '../../support/browsing/boards.ts'
import { becomes, boardOf, boardOn, goOffline, intercept } from '../../support/browsing/browsing.ts'
import { forgetAccount } from '../../support/browsing/store.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { complaints, linesIn, lookAt } from './board.ts'

const browsing = browseInTests()
let person: SignedIn
beforeEach(async () => {
  person = await browsing.inboard.signIn()
})

describe('offline', () => {
  test('the page says that it is offline and keeps working, and everything arrives once the network is back', async () => {
    const { page, project } = await lookAt(browsing, person, { 'To do': ['Weed'] })
    const strip = page.getByRole('button', { name: 'Offline · 2 changes waiting' })
    await goOffline(page)
    await composer(page, 'Doing').focus()
    for (const key of ['One', 'Enter', 'Two', 'Enter', 'Thr'])
      await (key === 'Enter' ? page.keyboard.press(key) : page.keyboard.type(key))
    await strip.waitFor()
    const shown = { 'To do': ['Weed'], Doing: ['One', 'Two'], Done: [] }
    await becomes(() => boardOn(page), shown)
    await becomes(() => linesIn(page, 'Doing'), ['Thr'])
    expect(await boardOf(person.client, project)).toEqual({ 'To do': ['Weed'], Doing: [], Done: [] })
    expect(await complaints(page)).toBe(0)

    await page.context().setOffline(false)
    await strip.waitFor({ state: 'detached' })
    await boardIs(page, person.client, project, shown)
    await becomes(() => linesIn(page, 'Doing'), ['Thr'])
  })

  test('the page says that it is offline from the start, and Try again loads everything', async () => {
    await person.client.addInboxCard({ text: 'Milk' })
    const { page, project } = await lookAt(browsing, person, { Doing: ['Dig'] })
    let isCut = true
    await intercept(page, '**/api/**', (route) =>
      isCut ? route.abort('internetdisconnected') : route.fallback(),
    )
    await forgetAccount(page, person.user.id)
    await page.reload()
    await heading(page, 'Your cards could not be loaded').waitFor()
    await page.getByText('The server could not be reached.').waitFor()
    await button(page, 'Try again').click()
    await heading(page, 'Your cards could not be loaded').waitFor()
    isCut = false
    await button(page, 'Try again').click()
    await boardIs(page, person.client, project, { Doing: ['Dig'] })
    await heading(page, 'Garden').waitFor()
    await link(page, 'Garden 1 of 1 open').waitFor()
  })
})
