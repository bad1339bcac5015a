import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Browsing } from '../../support/browsing/browsing.ts'
import { pathOf as agentsPath, registered } from '../connect/fake-agent.ts'
import { selectUnderMessage } from './hands.ts'
import { excessWidth } from './look.ts'
import { withBoards } from './people.ts'
import { mostStops, stopsOf } from './stops.ts'

export const phone = { width: 320, height: 568 }
// A window of 1280 by 720.
export const twice = { width: 640, height: 360 }
export const fourTimes = { width: 320, height: 180 }

interface Place {
  what: string
  /** Of somebody who is signed in, unless it is nobody's. */
  path?: 'inbox' | 'board' | 'settings' | 'connect'
  /** At which sizes it is looked at. */
  at: (typeof phone)[]
  reach?(page: Page): Promise<unknown>
  /** Where Tab must lead. */
  has: string
}

export const places: Place[] = [
  { what: 'signing in', at: [phone, twice, fourTimes], has: 'Email me a link' },
  { what: 'the inbox', path: 'inbox', at: [phone, twice, fourTimes], has: 'Add a card to Inbox' },
  {
    what: 'settings',
    path: 'settings',
    at: [phone, twice, fourTimes],
    // What is loaded later would move what has the focus.
    async reach(page) {
      for (const name of ['Add a passkey', 'Sign out all other devices', 'Create API token'])
        await page.getByRole('button', { name }).waitFor()
    },
    has: 'Delete my account',
  },
  {
    what: 'an agent that asks for access',
    path: 'connect',
    at: [phone, twice, fourTimes],
    has: 'Allow robot.example',
  },
  { what: 'a board', path: 'board', at: [phone, twice], has: 'Add a card to Done' },
  {
    what: 'the inbox, with a selection and a message',
    path: 'inbox',
    at: [phone, twice],
    reach: selectUnderMessage,
    has: 'Dismiss',
  },
  {
    what: 'a board, with a selection and a message',
    path: 'board',
    at: [phone, twice],
    reach: selectUnderMessage,
    has: 'Clear the selection',
  },
]

/** Looks at a place at some of its sizes: it fits, and Tab leads everywhere and out again. */
export async function tabThrough(
  browsing: Browsing,
  { path, has, reach }: Place,
  sizes: Place['at'],
): Promise<void> {
  const { person, garden } = await withBoards(browsing)
  await browsing.inboard.signIn(person.user.email)
  const paths = {
    inbox: '/',
    board: `/projects/${garden.id}`,
    settings: '/settings',
    connect: path === 'connect' ? agentsPath(await registered(browsing)) : '',
  }
  const page = await browsing.open('/healthz', path ? { person } : {})
  // What scrolls on its way would be hidden for a moment.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const viewport of sizes) {
    await page.setViewportSize(viewport)
    await page.goto(browsing.appUrl + (path ? paths[path] : '/'))
    await (reach ? reach(page) : page.getByLabel(has).or(page.getByText(has)).first().waitFor())
    const where = `${viewport.width} by ${viewport.height}`
    const stops = await stopsOf(page)
    expect(stops.map(({ name }) => name)).toContain(has)
    expect(stops.length, where).toBeLessThan(mostStops)
    expect(
      stops.filter(({ isHidden }) => isHidden),
      where,
    ).toEqual([])
    expect(await excessWidth(page), where).toBe(0)
  }
}
