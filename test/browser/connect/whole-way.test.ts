import { expect, test } from 'vitest'
import { connectAgent } from '../../support/agents/agent.ts'
import { button, heading, linkWith, openLink, plugIn, status } from '../../support/browsing/account.ts'
import { composer } from '../../support/browsing/boards.ts'
import { becomes } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { readRows } from '../access/settings.ts'
import { askForLink, minutes } from '../sign-in/signing.ts'
import { asksAbout, decide, openConsent } from './deciding.ts'
import { fakeAgent, pathOf } from './fake-agent.ts'

// Sessions end here by the clock.
const browsing = browseInTests({})
const agent = fakeAgent(browsing)

test('a signed-out person signs in in another tab, allows an agent less, and ends its access', async () => {
  const { inboard, appUrl } = browsing
  const { user } = await inboard.signIn()
  const page = await openConsent(browsing, pathOf(agent.request))
  await page.getByText('Sign in to connect an agent.').waitFor()
  await askForLink(page, user.email)
  const opened = await openLink(page.context(), linkWith(inboard, await inboard.linkTo(user.email)))
  await heading(opened, 'Inbox').waitFor()
  await opened.setViewportSize({ width: 320, height: 700 })
  await status(
    opened,
    `Go back to the first tab to connect your agent. You are signed in as ${user.email}.`,
  ).waitFor()
  await becomes(async () => ((await button(opened, 'Dismiss').boundingBox())?.x ?? Infinity) < 320, true)
  expect(new URL(opened.url()).pathname).toBe('/')

  await asksAbout(page, agent.host).waitFor()
  expect(page.url()).toBe(appUrl + pathOf(agent.request))
  await page.getByText('It calls itself Robot').waitFor()
  await page.getByText(`You are signed in as ${user.email}.`).waitFor()
  expect(await page.getByText('You will be sent to').count()).toBe(0)
  expect(await page.getByRole('radio', { name: 'Read and write' }).isChecked()).toBe(true)
  await page.getByRole('radio', { name: 'Read', exact: true }).check()
  await decide(page, 'Allow')
  await heading(page, '/callback').waitFor()
  expect(agent.answers).toEqual([{ code: expect.any(String), state: 'as it was', iss: appUrl }])

  const { access_token, scope } = await agent.exchange()
  expect(scope).toBe('read')
  const robot = await connectAgent(appUrl, access_token)
  expect((await robot.use('overview')).isError).toBe(false)
  await expect(robot.use('add', { key: 'a', inbox: ['Tea'] })).rejects.toThrow('Insufficient scope')
  await robot.close()

  await opened.goto(`${appUrl}/settings`)
  await becomes(
    async () =>
      (await readRows(opened, 'Agents')).map((row) => row.replaceAll(/(since|used) \w+ \d+/g, '$1 …')),
    [`Robot, ${agent.host} · Reads · since … · last used …, Disconnect`],
  )
  expect(await readRows(opened, 'API tokens')).toEqual([])
  await button(opened, 'Disconnect Robot').click()
  await status(opened, 'Robot was disconnected.').waitFor()
  expect(await readRows(opened, 'Agents')).toEqual([])
  const { status: refused } = await inboard.request('GET', '/api/projects', { token: access_token })
  expect(refused).toBe(401)
})

test('a passkey leads straight back, and a refusal goes to the agent', async () => {
  const person = await browsing.inboard.signIn()
  const page = await browsing.open('/settings', { person })
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await plugIn(page)
  await button(page, 'Add a passkey').click()
  await button(page, 'Create passkey').click()
  await button(page, /^Remove Chrome on/).waitFor()
  await button(page, 'Sign out').last().click()
  await heading(page, 'Sign in').waitFor()
  await page.clock.install()
  await page.goto(browsing.appUrl + pathOf({ ...agent.request, scope: 'capture' }))
  await button(page, 'Use a passkey').click()
  await asksAbout(page, agent.host).waitFor()
  // Nothing narrower exists.
  expect(await page.getByRole('radio').count()).toBe(0)
  await page.getByText('Can add cards, but not read any.').waitFor()
  await decide(page, 'Refuse')
  await heading(page, '/callback').waitFor()
  const answer = { error: 'access_denied', state: 'as it was', iss: browsing.appUrl }
  expect(agent.answers.at(-1)).toMatchObject(answer)
})

test('a session that ends while somebody decides is begun again, and the request is still there', async () => {
  const { inboard } = browsing
  const person = await inboard.signIn()
  const page = await openConsent(browsing, pathOf(agent.request), { person })
  await asksAbout(page, agent.host).waitFor()
  inboard.clock.advance(31 * 24 * 60 * minutes)
  await decide(page, 'Allow')
  await heading(page, 'Sign in again').waitFor()
  await button(page, 'Email me a link').click()
  await heading(page, 'Check your mail').waitFor()
  await openLink(page.context(), linkWith(inboard, await inboard.linkTo(person.user.email)))
  await asksAbout(page, agent.host).waitFor()
  await decide(page, 'Allow')
  await heading(page, '/callback').waitFor()
  expect((await agent.exchange()).scope).toBe('write')
})

test('somebody can come back as somebody else, unless something would be lost', async () => {
  const person = await browsing.inboard.signIn()
  const page = await openConsent(browsing, '/', { person })
  await composer(page).fill('Half a thought')
  await page.goto(browsing.appUrl + pathOf(agent.request))
  await button(page, 'Use another account').click()
  await status(page, 'What you changed or typed on this device is not sent yet').waitFor()
  await page.goto(browsing.appUrl)
  await composer(page).fill('')
  await page.goto(browsing.appUrl + pathOf(agent.request))
  await button(page, 'Use another account').click()
  await heading(page, 'Sign in').waitFor()
  await page.getByText('Sign in to connect an agent.').waitFor()
  expect(page.url()).toBe(browsing.appUrl + pathOf(agent.request))
})
