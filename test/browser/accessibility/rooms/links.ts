import type { Page } from 'playwright-core'
import type { Client } from '../../../../src/client/client.ts'
import { linkFor, linkWith } from '../../../support/browsing/account.ts'
import { long, newLongAddress } from '../hands.ts'
import { type Room, type Scene, stay } from '../room.ts'

/** Of somebody whose session is over. */
export const ended: Room = {
  what: 'a session that has ended',
  async prepare({ inboard }) {
    return { person: { ...(await inboard.signIn()), token: 'spent' }, path: '/' }
  },
  states: [
    {
      what: 'a session that has ended',
      reach: (page) => page.getByRole('heading', { name: 'Sign in again' }).waitFor(),
    },
  ],
}

/** The link to a new address, which its owner has asked for. */
async function changeLink({ inboard }: Scene['browsing'], client: Client): Promise<string> {
  const email = newLongAddress()
  await client.requestAddressChange({ email })
  return linkWith(inboard, await inboard.linkTo(email))
}

const mine = (page: Page) => page.getByRole('button', { name: /^Change address/ })
const notMine = (page: Page) => page.getByRole('button', { name: 'This was not me' })

/** Of somebody who is signed in, and opens links. */
export const links: Room = {
  what: 'a link while signed in',
  async prepare({ inboard }) {
    return { person: await inboard.signIn(), path: '/' }
  },
  states: [
    {
      what: 'a link that would switch accounts',
      async reach(page, { browsing }) {
        await page.goto(await linkFor(browsing.inboard, newLongAddress()))
        await page.getByRole('heading', { name: 'Switch to another account?' }).waitFor()
      },
      leave: stay,
    },
    {
      what: 'a link that changes one’s own address',
      rare: true,
      async reach(page, { browsing, person }) {
        if (person) await page.goto(await changeLink(browsing, person.client))
        await page.getByRole('heading', { name: 'Change your address' }).waitFor()
      },
      leave: stay,
    },
    {
      what: 'a change that was declined',
      rare: true,
      async reach(page, { browsing }) {
        const { client } = await browsing.inboard.signIn()
        await page.goto(await changeLink(browsing, client))
        await notMine(page).click()
        await page.getByRole('heading', { name: 'Nothing was changed' }).waitFor()
      },
      leave: stay,
    },
    {
      what: 'a link that changes the address of another account',
      rare: true,
      async reach(page, { browsing }) {
        const { client } = await browsing.inboard.signIn()
        await client.makeApiToken({ label: long.slice(0, 100), scope: 'read' })
        await page.goto(await changeLink(browsing, client))
        await notMine(page).waitFor()
      },
      leave: stay,
    },
    {
      what: 'who else can use an account whose address was changed',
      rare: true,
      async reach(page, { browsing }) {
        const { client } = await browsing.inboard.signIn()
        await client.makeApiToken({ label: long.slice(0, 100), scope: 'read' })
        await page.goto(await changeLink(browsing, client))
        await mine(page).click()
        await page.getByText(long.slice(0, 100)).waitFor()
      },
    },
  ],
}
