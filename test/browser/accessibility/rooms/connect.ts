import type { Page } from 'playwright-core'
import { pathOf, registered } from '../../connect/fake-agent.ts'
import { long } from '../hands.ts'
import { type Room, stay } from '../room.ts'

const asked = (page: Page) => page.getByText('Nobody vouches for this agent.').waitFor()

/** Where an agent asks for access. */
export const connect: Room = {
  what: 'an agent that asks for access',
  async prepare(browsing) {
    const person = await browsing.inboard.signIn()
    const request = await registered(browsing, { name: long.slice(0, 100) })
    return { person, path: pathOf(request) }
  },
  states: [
    { what: 'an agent that nobody vouches for, with a long name', reach: asked, leave: stay },
    {
      what: 'an agent that made a mistake',
      path: ({ path }) => `${path}&scope=admin`,
      reach: (page) => page.getByRole('heading', { name: 'The agent made a mistake' }).waitFor(),
    },
    {
      what: 'a link that doesn’t say which agent asks',
      rare: true,
      path: () => '/authorize',
      reach: (page) => page.getByRole('heading', { name: 'No agent is asking' }).waitFor(),
    },
    {
      what: 'a request with a parameter twice',
      rare: true,
      path: ({ path }) => `${path}&state=twice`,
      reach: (page) => page.getByRole('heading', { name: 'This request is malformed' }).waitFor(),
    },
  ],
}
