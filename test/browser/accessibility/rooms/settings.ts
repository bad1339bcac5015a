import type { Page } from 'playwright-core'
import { plugIn } from '../../../support/browsing/account.ts'
import { add, button } from '../../../support/browsing/boards.ts'
import { becomes, boardOn, intercept } from '../../../support/browsing/browsing.ts'
import { resting } from '../../../support/browsing/store.ts'
import { pathOfFile } from '../../../support/import-files/files.ts'
import { connected } from '../../connect/fake-agent.ts'
import { dialog, goTo, long, press } from '../hands.ts'
import { withInbox } from '../people.ts'
import type { Room } from '../room.ts'

const cancel = (page: Page) => page.getByRole('button', { name: 'Cancel', exact: true }).click()

export const settings: Room = {
  what: 'settings',
  async prepare(browsing) {
    const person = await withInbox(browsing)
    // Another device, for the list of them.
    await browsing.inboard.signIn(person.user.email)
    await connected(browsing, person, long.slice(0, 100))
    return { person, path: '/settings' }
  },
  states: [
    {
      what: 'settings without a passkey, and an address that is none',
      async reach(page) {
        await page.getByRole('button', { name: 'Add a passkey' }).waitFor()
        await page.getByRole('button', { name: 'Change address' }).click()
        await page.getByLabel('New address').fill('ada')
        await press(page, 'Enter')
        await page.getByRole('alert').filter({ hasText: 'Email' }).waitFor()
      },
      leave: cancel,
    },
    {
      what: 'devices, and the form of an API token',
      async reach(page) {
        await page.getByRole('button', { name: 'Sign out all other devices' }).waitFor()
        await page.getByRole('button', { name: 'Create API token' }).click()
        await page.getByLabel('Name', { exact: true }).waitFor()
      },
      leave: cancel,
    },
    {
      what: 'the offer to install the app',
      rare: true,
      async reach(page) {
        await page.evaluate(() => dispatchEvent(new Event('beforeinstallprompt')))
        await page.getByRole('button', { name: 'Install' }).waitFor()
      },
      leave: async () => {},
    },
    {
      what: 'an API token that was made, and the question before it is revoked',
      async reach(page) {
        await page.getByRole('button', { name: 'Create API token' }).click()
        await page.getByLabel('Name', { exact: true }).fill(long.slice(0, 100))
        await press(page, 'Enter')
        await page.getByRole('button', { name: 'Copy command' }).waitFor()
        await page.getByRole('button', { name: /^Revoke/ }).click()
        await page.getByRole('button', { name: 'Revoke API token' }).waitFor()
      },
    },
    {
      what: 'a connected agent, and other ways to connect one',
      async reach(page) {
        for (const way of await page.getByText(/^For an agent that/).all()) await way.click()
        await page.getByRole('button', { name: /^Disconnect/ }).waitFor()
      },
    },
    {
      what: 'the URL of a calendar',
      async reach(page) {
        await page.getByRole('button', { name: 'Create calendar URL' }).click()
        await page.getByRole('button', { name: 'Copy URL' }).waitFor()
      },
    },
    {
      what: 'settings, with a file to import and a column for each of its lists',
      async reach(page) {
        await page.locator('input[type="file"]').setInputFiles(pathOfFile('trello.json'))
        await page.getByRole('combobox').first().waitFor()
      },
    },
    {
      what: 'settings, with a file that was imported',
      rare: true,
      async reach(page) {
        await page.locator('input[type="file"]').setInputFiles(pathOfFile('ticktick.csv'))
        await page.getByRole('button', { name: 'Import', exact: true }).click()
        await page.getByText('cards were imported').waitFor()
      },
    },
    {
      what: 'settings, with a file that cannot be read, and one on its way',
      rare: true,
      async reach(page) {
        const file = page.locator('input[type="file"]')
        await file.setInputFiles({ name: 'a.json', mimeType: '', buffer: Buffer.from('{}') })
        await page.getByRole('alert').filter({ hasText: 'neither an Inboard export' }).waitFor()
        await intercept(page, '**/api/import*', () => {})
        await file.setInputFiles(pathOfFile('trello.json'))
        await page.getByRole('progressbar').waitFor()
      },
    },
    {
      what: 'deleting the account, with another address',
      rare: true,
      async reach(page) {
        await page.getByRole('button', { name: 'Delete my account' }).click()
        await page.getByLabel('Type your email address').fill('not-mine@example.com')
        await press(page, 'Enter')
        await page.getByRole('alert').filter({ hasText: 'Email' }).waitFor()
      },
    },
    {
      what: 'the question before changes and texts are lost',
      rare: true,
      path: '/',
      async reach(page) {
        await intercept(page, '**/api/batch', resting)
        await add(page, 'Bread')
        await becomes(async () => (await boardOn(page)).Inbox?.includes('Bread'), true)
        await page.getByLabel('Add a card to Inbox').fill('Half a thought')
        await goTo(page, '/settings')
        await button(page, 'Sign out').click()
        await dialog(page).getByText('will be lost').waitFor()
      },
    },
  ],
}

/** Of somebody who has nothing yet, and is offered a passkey. */
export const newcomers: Room = {
  what: 'a newcomer',
  prepare: async ({ inboard }) => ({ person: await inboard.signIn(), path: '/' }),
  states: [
    {
      what: 'an empty inbox, and the offer of a passkey',
      async reach(page) {
        await page.evaluate(() => localStorage.removeItem('inboard.declined-passkey'))
        await page.reload()
        await page.getByText('Your inbox is empty.').waitFor()
        await page.getByRole('region', { name: 'Passkey' }).waitFor()
      },
      leave: async () => {},
    },
    {
      what: 'settings with a passkey, and an address to be confirmed',
      rare: true,
      path: '/settings',
      async reach(page) {
        await page.getByRole('button', { name: 'Change address' }).click()
        await page.getByLabel('New address').fill('new@example.com')
        await press(page, 'Enter')
        await page.getByText('We sent a link to new@example.com').waitFor()
        await plugIn(page)
        const passkeys = page.getByRole('region', { name: 'Passkeys' })
        for (const name of [/^Add a passkey/, /^Create passkey/, /^Remove Chrome on/])
          await passkeys.getByRole('button', { name }).click()
        await page.getByRole('button', { name: 'Remove passkey' }).waitFor()
      },
    },
    {
      what: 'a session that could not be ended on the server',
      rare: true,
      path: '/settings',
      async reach(page) {
        await intercept(page, '**/api/sessions/current', (route) => route.abort())
        await page.getByRole('button', { name: 'Sign out' }).click()
        await page.getByRole('heading', { name: 'Signed out in this browser' }).waitFor()
      },
    },
  ],
}
