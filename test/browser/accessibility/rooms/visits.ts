import { linkFor } from '../../../support/browsing/account.ts'
import { intercept } from '../../../support/browsing/browsing.ts'
import { newLongAddress, press } from '../hands.ts'
import { type Room, stay } from '../room.ts'

/** Of somebody who is not signed in. */
export const visits: Room = {
  what: 'signing in',
  prepare: async () => ({ path: '/' }),
  states: [
    {
      what: 'signing in',
      thorough: true,
      reach: (page) => page.getByLabel('Email address').waitFor(),
      leave: stay,
    },
    {
      what: 'an address that is none',
      rare: true,
      async reach(page) {
        await page.getByLabel('Email address').fill('ada')
        await press(page, 'Enter')
        await page.getByRole('alert').filter({ hasText: 'Email' }).waitFor()
      },
      leave: stay,
    },
    {
      what: 'a link on its way',
      async reach(page) {
        await page.getByLabel('Email address').fill(newLongAddress())
        await press(page, 'Enter')
        await page.getByRole('heading', { name: 'Check your mail' }).waitFor()
      },
      leave: (page) => page.getByRole('button', { name: 'Use another address' }).click(),
    },
    {
      what: 'a link asked for twice in a minute',
      rare: true,
      async reach(page, { browsing }) {
        const email = newLongAddress()
        await browsing.inboard.client().requestLink({ email })
        await page.getByLabel('Email address').fill(email)
        await press(page, 'Enter')
        await page.getByRole('heading', { name: 'A link was sent moments ago' }).waitFor()
      },
    },
    {
      what: 'a link that nobody knows',
      rare: true,
      path: '/verify-email?token=made-up',
      reach: (page) => page.getByRole('heading', { name: 'This link isn’t valid' }).waitFor(),
      leave: stay,
    },
    {
      what: 'a link that cannot be read',
      rare: true,
      async reach(page, { browsing }) {
        await intercept(page, '**/api/auth/link', (route) => route.abort())
        await page.goto(`${browsing.appUrl}/verify-email?token=made-up`)
        await page.getByRole('button', { name: 'Try again' }).waitFor()
        await page.unroute('**/api/auth/link')
      },
      leave: stay,
    },
    {
      what: 'a link that signs in',
      async reach(page, { browsing }) {
        await page.goto(await linkFor(browsing.inboard, newLongAddress()))
        await page.getByRole('button', { name: 'Continue to Inboard' }).waitFor()
      },
    },
    {
      what: 'the description of the API',
      rare: true,
      path: '/docs',
      repetition: 'section:nth-of-type(n + 4) article, article:nth-of-type(n + 3)',
      reach: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
    },
  ],
}
