import type { Page } from 'playwright-core'
import { add, button, tick } from '../../../support/browsing/boards.ts'
import { becomes, dialogsLoaded, goOffline, intercept } from '../../../support/browsing/browsing.ts'
import { forgetAccount, putIn } from '../../../support/browsing/store.ts'
import { card, dialog, failToCopy, long, moveAndReturn, onCard, pressEscape, typeTooMuch } from '../hands.ts'
import { withInbox } from '../people.ts'
import { type Room, stay } from '../room.ts'

const composer = (page: Page) => page.getByLabel('Add a card to Inbox')

async function dismissAll(page: Page): Promise<void> {
  await composer(page).fill('')
  const dismiss = page.getByRole('button', { name: 'Dismiss' })
  for (let left = await dismiss.count(); left > 0; left--) {
    await dismiss.first().click()
    await becomes(() => dismiss.count(), left - 1)
  }
}

export const inbox: Room = {
  what: 'the inbox',
  prepare: async (browsing) => ({ person: await withInbox(browsing), path: '/' }),
  states: [
    {
      what: 'cards in the inbox',
      thorough: true,
      reach: (page) => card(page).waitFor(),
      leave: stay,
    },
    {
      what: 'a card that is edited',
      async reach(page) {
        await onCard(page, 'Enter')
        await page.getByLabel('Card text').waitFor()
      },
      leave: pressEscape,
    },
    {
      what: 'a date that is typed',
      async reach(page) {
        await composer(page).fill('Call Bob tomorrow')
        await page.locator('.typed-date').waitFor()
      },
      leave: (page) => composer(page).fill(''),
    },
    {
      what: 'many lines to add',
      rare: true,
      async reach(page) {
        await composer(page).fill('One\nTwo\nThree')
        await page.getByRole('button', { name: 'Add 3 cards' }).waitFor()
      },
      leave: (page) => composer(page).fill(''),
    },
    {
      what: 'selected cards',
      rare: true,
      async reach(page) {
        await onCard(page, 'x', 'j', 'x')
        await page.getByRole('toolbar').getByText('2 selected').waitFor()
      },
      leave: pressEscape,
    },
    {
      what: 'a move that can be undone',
      rare: true,
      async reach(page) {
        await moveAndReturn(page, 'x')
        await page.getByRole('button', { name: 'Undo' }).focus()
      },
      async leave(page) {
        await onCard(page, 'Escape')
        await dismissAll(page)
      },
    },
    {
      what: 'a text that cannot be saved, another complaint, and a message below them',
      rare: true,
      async reach(page) {
        await failToCopy(page)
        await typeTooMuch(page)
        await onCard(page, 'c', 'c')
        await page.getByRole('button', { name: 'Undo' }).focus()
      },
      leave: dismissAll,
    },
    {
      what: 'being offline',
      rare: true,
      async reach(page) {
        await card(page).waitFor()
        await goOffline(page)
        await tick(page, 'Buy milk').click()
        await add(page, 'Eggs')
        await page.locator('.mark.offline:visible').waitFor()
      },
      leave: stay,
    },
    {
      what: 'what is waiting to be sent',
      rare: true,
      async reach(page) {
        await dialogsLoaded(page)
        await goOffline(page)
        await add(page, 'Butter')
        await page.locator('.mark:visible').press('Enter')
        await dialog(page).locator('.waiting li').first().waitFor()
      },
      async leave(page) {
        await pressEscape(page)
        await page.context().setOffline(false)
        await becomes(() => page.locator('.mark').count(), 0)
      },
    },
    {
      what: 'a change that the server refused',
      async reach(page) {
        await refuseAll(page)
        await add(page, 'Bread')
        await button(page, '1 change needs your attention').waitFor()
      },
      leave: stay,
    },
    {
      what: 'what can be done with a change that the server refused',
      rare: true,
      async reach(page) {
        await refuseAll(page)
        await add(page, 'Bread')
        await page.locator('.mark:visible').press('Enter')
        await dialog(page).getByRole('textbox', { name: 'Your text' }).first().waitFor()
      },
    },
    {
      what: 'changes that are too old to be sent by themselves, and one of another version',
      rare: true,
      async reach(page, { person }) {
        await card(page).waitFor()
        const old = { kind: 'add card', id: 'an-old-card', project_id: null, text: long, complete: false }
        await putIn(page, person?.user.id ?? '', 'outbox', [
          { key: old.id, operation: old, at: 0 },
          { key: 'a-foreign-change', operation: { kind: 'paint card' }, by: '99.0.0' },
        ])
        await page.reload()
        await page.locator('.mark:visible').press('Enter')
        await dialog(page).getByRole('button', { name: 'Send anyway' }).waitFor()
      },
    },
    {
      what: 'a new version, which can be loaded',
      rare: true,
      async reach(page) {
        // Not of the stream, which has no end.
        await intercept(page, '**/api/batch', async (route) => {
          const response = await route.fetch()
          await route.fulfill({ response, headers: { ...response.headers(), 'inboard-version': '99.0.0' } })
        })
        await tick(page, 'Call Bob').click()
        await page.getByRole('region', { name: 'Update' }).waitFor()
      },
    },
    {
      what: 'a text that another app shares',
      path: `/share?title=${'onelongword'.repeat(12)}&text=${encodeURIComponent(`${long}\n`.repeat(20))}`,
      reach: (page) => page.getByRole('button', { name: /long cards$/ }).waitFor(),
    },
    {
      what: 'nothing that another app shares',
      rare: true,
      path: '/share',
      reach: (page) => page.getByRole('heading', { name: 'Nothing was shared' }).waitFor(),
    },
    {
      what: 'cards that cannot be loaded',
      rare: true,
      async reach(page, { person }) {
        await card(page).waitFor()
        await intercept(page, '**/api/**', (route) => route.abort())
        await forgetAccount(page, person?.user.id ?? '')
        await page.reload()
        await page.getByRole('button', { name: 'Try again' }).waitFor()
      },
    },
  ],
}

async function refuseAll(page: Page): Promise<void> {
  const body = {
    type: 'about:blank',
    title: 'Conflict',
    status: 409,
    code: 'card_limit_reached',
    detail: 'Your account holds as many cards as it may. Delete some first.',
  }
  await intercept(page, '**/api/batch', async (route) => {
    const { operations } = route.request().postDataJSON()
    await route.fulfill({ json: { results: operations.map(() => ({ status: 409, body })) } })
  })
}

/** Where a browser allows nothing to be kept. */
export const unkept: Room = {
  what: 'an inbox of which nothing is kept',
  prepare: async ({ inboard }) => ({ person: await inboard.signIn(), path: '/healthz' }),
  states: [
    {
      what: 'why nothing is kept on this device',
      rare: true,
      async reach(page, { browsing }) {
        // As on plain http.
        await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'))
        await page.goto(browsing.appUrl)
        await button(page, 'Why?').click()
        await dialog(page).getByText('the app does not work offline').waitFor()
      },
    },
  ],
}
