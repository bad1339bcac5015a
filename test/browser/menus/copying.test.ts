import { expect, test } from 'vitest'
import { alert, status } from '../../support/browsing/account.ts'
import { copiedBy, withClipboard } from '../../support/browsing/clipboard.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { addToInbox } from '../text/texts.ts'
import { card, item, rightClick } from './desk.ts'

const browsing = browseInTests()

async function sitAtInbox() {
  const person = await browsing.inboard.signIn()
  await addToInbox(person.client, 'Order **seeds**', 'Weed due:2020-01-01')
  const page = await browsing.open('/', { person, ...withClipboard })
  await card(page, 'Order seeds').waitFor()
  const linkTo = async (text: string) => {
    const { cards } = await person.client.listInboxCards()
    return `${browsing.appUrl}/card/${cards.find((one) => one.text === text)?.id}`
  }
  return { page, linkTo }
}

test('the menu of a card copies a link that leads to the card', async () => {
  const { page, linkTo } = await sitAtInbox()
  await rightClick(page, 'Order seeds')
  const copied = await copiedBy(page, () => item(page, 'Copy link').click())
  expect(copied).toBe(await linkTo('Order **seeds**'))
  await status(page, 'Copied the link to “Order seeds”.').waitFor()
  await page.goto(copied)
  await card(page, 'Order seeds').waitFor()
})

test('the menu on Today copies the link to a card', async () => {
  const { page, linkTo } = await sitAtInbox()
  await page.keyboard.press('Escape')
  await page.keyboard.press('t')
  await rightClick(page, 'Weed')
  const copied = await copiedBy(page, () => item(page, 'Copy link').click())
  expect(copied).toBe(await linkTo('Weed due:2020-01-01'))
})

test('the palette copies a link for each selected card', async () => {
  const { page, linkTo } = await sitAtInbox()
  await card(page, 'Order seeds').focus()
  for (const key of ['x', 'j', 'x', 'Control+k']) await page.keyboard.press(key)
  await page.keyboard.type('copy link')
  const copied = await copiedBy(page, () => page.keyboard.press('Enter'))
  const links = [await linkTo('Order **seeds**'), await linkTo('Weed due:2020-01-01')]
  expect(copied.split('\n')).toEqual(links)
  await status(page, 'Copied the links to 2 cards.').waitFor()
})

test('copying explains what to do when the browser refuses', async () => {
  const { page } = await sitAtInbox()
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))
  })
  await rightClick(page, 'Weed')
  await item(page, 'Copy link').click()
  await alert(page, 'Allow the clipboard for this site, then try again.').waitFor()
})
