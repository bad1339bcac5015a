import { expect, test } from 'vitest'
import { alert, button, heading } from '../../support/browsing/account.ts'
import { becomes, gatewayDown, goOffline, intercept } from '../../support/browsing/browsing.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { asksAbout, consider, decide, openConsent } from './deciding.ts'
import { fakeAgent, pathOf } from './fake-agent.ts'

const browsing = browseInTests({ AUTH_RATE_LIMIT: '0' })
const agent = fakeAgent(browsing)
const signedIn = async (path: string) =>
  await openConsent(browsing, path, { person: await browsing.inboard.signIn() })

test('an agent that can’t be trusted is not sent anywhere', async () => {
  const page = await signedIn(pathOf({ ...agent.request, redirect_uri: `${agent.origin}/other` }))
  await heading(page, 'This agent can’t be connected').waitFor()
  await alert(page, '').first().waitFor()
  await page.getByText('Nothing was allowed.').waitFor()
  expect(await page.locator('main').getByRole('button').count()).toBe(0)
  expect(agent.answers).toEqual([])
})

test('a mistake that the agent can be told is shown, and goes back at a press', async () => {
  const page = await signedIn(pathOf({ ...agent.request, scope: 'admin' }))
  await heading(page, 'The agent made a mistake').waitFor()
  await page.getByText('It asks for a kind of access that Inboard doesn’t have.').waitFor()
  expect(agent.answers).toEqual([])
  await consider(page)
  await button(page, 'Go back to a program on this device').click()
  await heading(page, '/callback').waitFor()
  expect(agent.answers.at(-1)).toMatchObject({ error: 'invalid_scope', state: 'as it was' })
})

test('a parameter that is there twice makes the request malformed', async () => {
  const page = await signedIn(`${pathOf(agent.request)}&state=other`)
  await heading(page, 'This request is malformed').waitFor()
  await page.getByText('It contains state twice.').waitFor()
  await page.goto(`${browsing.appUrl}${pathOf({ ...agent.request, state: 'x'.repeat(5000) })}`)
  await heading(page, 'This request is malformed').waitFor()
})

test('a link that doesn’t say which agent asks is explained, with or without the rest of a request', async () => {
  const { client_id: _, ...rest } = agent.request
  const page = await signedIn('/authorize')
  await heading(page, 'No agent is asking').waitFor()
  await page.goto(browsing.appUrl + pathOf(rest))
  await heading(page, 'No agent is asking').waitFor()
  await page.getByText('Nothing was allowed.').waitFor()
})

test('at the limit of API tokens the settings are a press away, and what was asked stays', async () => {
  const person = await browsing.inboard.signIn()
  for (let made = 0; made < 50; made++)
    await person.client.makeApiToken({ label: `Token ${made}`, scope: 'read' })
  const page = await openConsent(browsing, pathOf(agent.request), { person })
  await asksAbout(page, agent.host).waitFor()
  await decide(page, 'Allow')
  await alert(page, 'You have reached the limit of API tokens, and agents count, too.').waitFor()
  const opening = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Open the settings' }).click()
  const settings = await opening
  await button(settings, 'Revoke Token 49').click()
  await button(settings, 'Revoke API token').click()
  await becomes(async () => (await person.client.listApiTokens()).api_tokens.length, 49)
  await decide(page, 'Allow')
  await heading(page, '/callback').waitFor()
})

test('offline it says so, and goes on by itself', async () => {
  const page = await signedIn('/')
  await heading(page, 'Inbox').waitFor()
  await intercept(page, '**/api/oauth/request', (route) => route.abort(), { times: 1 })
  await page.goto(browsing.appUrl + pathOf(agent.request))
  await heading(page, 'The agent could not be looked up').waitFor()
  await goOffline(page)
  await button(page, 'Try again').click()
  await alert(page, 'You are offline.').waitFor()
  await page.getByText('This page continues by itself once you are online.').waitFor()
  await page.context().setOffline(false)
  await asksAbout(page, agent.host).waitFor()

  await goOffline(page)
  await decide(page, 'Allow')
  await alert(page, 'You are offline.').waitFor()
  await page.context().setOffline(false)
  await intercept(page, '**/api/oauth/allow', gatewayDown, { times: 1 })
  await button(page, 'Allow').click()
  await alert(page, 'The server could not be reached.').waitFor()
  await button(page, 'Allow').click()
  await heading(page, '/callback').waitFor()
})

test('too many agents in a minute have to wait, and the page says how long', async () => {
  const person = await browsing.inboard.signIn()
  const unknown = (number: number) => ({ ...agent.request, client_id: `${agent.origin}/none/${number}` })
  for (let asked = 0; asked < 10; asked++)
    await person.client.describeAuthorization(unknown(asked)).catch(() => {})
  const page = await openConsent(browsing, pathOf(unknown(10)), { person })
  await alert(page, 'Too many requests. Try again in').waitFor()
  await button(page, 'Try again').waitFor()
})
