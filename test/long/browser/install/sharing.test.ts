import { expect, test } from 'vitest'
import { heading, linkWith, openLink } from '../../../support/browsing/account.ts'
import { button } from '../../../support/browsing/boards.ts'
import { becomes, boardOn, inboxOf } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'

const browsing = browseInTests()

const share = (parts: Record<string, string>) => `/share?${new URLSearchParams(parts)}`

test('shared text that is too long becomes several cards, and can be declined', async () => {
  const person = await browsing.inboard.signIn()
  const text = Array.from({ length: 600 }, (_, index) => `word${index}`).join(' ')
  const page = await browsing.open(share({ text }), { person })
  await page.getByText('It is long, so it becomes 3 cards.').waitFor()
  await button(page, 'Do not add').click()
  await heading(page, 'Inbox').waitFor()
  expect(page.url()).toBe(`${browsing.appUrl}/`)
  expect(await inboxOf(person.client)).toEqual([])

  await page.goto(browsing.appUrl + share({ text }))
  await button(page, 'Add').focus()
  await page.keyboard.press('Enter')
  await becomes(async () => (await inboxOf(person.client)).join(' '), text)
  expect(await inboxOf(person.client)).toHaveLength(3)
})

test('shared text survives signing in, also in the tab of the link', async () => {
  const { inboard, appUrl } = browsing
  const email = `${crypto.randomUUID()}@example.com`
  const page = await browsing.open(share({ title: 'Tea & cake', text: '100 % #now' }))
  await page.getByLabel('Email address').fill(email)
  await page.keyboard.press('Enter')
  await heading(page, 'Check your mail').waitFor()
  const opened = await openLink(page.context(), linkWith(inboard, await inboard.linkTo(email)))
  for (const tab of [opened, page]) {
    await heading(tab, 'Add to your inbox?').waitFor()
    const shown = tab.getByRole('textbox', { name: 'What was shared' })
    expect(await shown.inputValue()).toBe('Tea & cake\n100 % #now')
  }
  await button(opened, 'Add').click()
  await becomes(() => boardOn(opened), { Inbox: ['Tea & cake\n100 % #now'] })
  expect(opened.url()).toBe(`${appUrl}/`)
})
