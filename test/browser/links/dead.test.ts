import { expect, test } from 'vitest'
import { button, heading, linkFor, linkWith } from '../../support/browsing/account.ts'
import { browseInTests } from '../../support/browsing/tests.ts'

// Links expire by its clock.
const browsing = browseInTests({})

const lifetime = 15 * 60_000

test('a link that is dead says why, and leads to a new one', async () => {
  const { inboard, appUrl } = browsing
  const email = 'late@example.com'
  const page = await browsing.open('/settings')
  await page.getByLabel('Email address').fill(email)
  const tab = await page.context().newPage()
  const address = tab.getByLabel('Email address')
  const leadsToNewOne = async (link: string, title: string) => {
    await tab.goto(link)
    await heading(tab, title).waitFor()
    await button(tab, 'Get a new link').click()
    await heading(tab, 'Sign in').waitFor()
    expect(await address.inputValue()).toBe(email)
  }
  /** Coming back finds no link. */
  const isGone = async () => {
    await tab.goto(`${appUrl}/verify-email`)
    await heading(tab, 'This isn’t a sign-in link').waitFor()
  }
  await leadsToNewOne(linkWith(inboard, 'made-up'), 'This link isn’t valid')
  await isGone()

  const slow = await linkFor(inboard, email)
  await tab.goto(slow)
  await button(tab, 'Continue to Inboard').waitFor()
  inboard.clock.advance(lifetime)
  // While the page was open.
  await tab.keyboard.press('Enter')
  await heading(tab, 'This link has expired').waitFor()
  await leadsToNewOne(slow, 'This link has expired')
  await isGone()

  await inboard.client().requestLink({ email })
  const token = await inboard.linkTo(email)
  await inboard.client().openLink({ token })
  await leadsToNewOne(linkWith(inboard, token), 'This link has already been used')
  // It does not claim that a new one was sent.
  await address.press('Enter')
  await heading(tab, 'A link was sent moments ago').waitFor()
  await isGone()
})
