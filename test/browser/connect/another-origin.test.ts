import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { heading } from '../../support/browsing/account.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { decide, openConsent } from './deciding.ts'
import { fakeAgent, pathOf } from './fake-agent.ts'

const browsing = browseInTests()
const agent = fakeAgent(browsing)

test('a page of another origin gets as far as its token, and no farther', async () => {
  const { appUrl } = browsing
  const page = await openConsent(browsing, '/healthz', { person: await browsing.inboard.signIn() })
  await page.goto(`${agent.origin}/begin`)
  const redirect_uri = `${agent.origin}/callback`
  const { client_id, authorization_endpoint, token_endpoint } = await page.evaluate(
    async ([appUrl, redirect_uri]) => {
      // The official client sends this to all of them, so that browsers ask first.
      const headers = { 'mcp-protocol-version': '2025-11-25' }
      const read = async (url: string) => await (await fetch(url, { headers })).json()
      const resource = await read(`${appUrl}/.well-known/oauth-protected-resource/mcp`)
      const server = await read(`${resource.authorization_servers[0]}/.well-known/oauth-authorization-server`)
      const answer = await fetch(server.registration_endpoint, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ client_name: 'Page', redirect_uris: [redirect_uri] }),
      })
      return { ...server, ...(await answer.json()) }
    },
    [appUrl, redirect_uri] as const,
  )
  expect(authorization_endpoint).toBe(`${appUrl}/authorize`)

  const code_verifier = randomBytes(32).toString('base64url')
  const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
  const request = { client_id, redirect_uri, response_type: 'code', code_challenge }
  await page.goto(appUrl + pathOf({ ...request, code_challenge_method: 'S256' }))
  await page.getByText('It calls itself Page').waitFor()
  await decide(page, 'Allow')
  await heading(page, '/callback').waitFor()

  const form = { grant_type: 'authorization_code', client_id, redirect_uri, code_verifier }
  const [granted, refused] = await page.evaluate(
    async ([endpoint, form, mcp]) => {
      const code = new URLSearchParams(location.search).get('code') ?? ''
      const body = new URLSearchParams({ ...form, code })
      const granted = await (await fetch(endpoint, { method: 'POST', body })).json()
      const headers = { authorization: `Bearer ${granted.access_token}`, 'content-type': 'application/json' }
      const call = fetch(mcp, { method: 'POST', headers, body: '{}' })
      return [granted, await call.then(({ status }) => String(status), String)] as const
    },
    [String(token_endpoint), form, `${appUrl}/mcp`] as const,
  )
  expect(granted).toMatchObject({ token_type: 'Bearer', scope: 'write' })
  expect(refused).toBe('TypeError: Failed to fetch')
  expect(browsing.complaints.splice(0)).toEqual([
    expect.stringContaining(`Access to fetch at '${appUrl}/mcp' from origin '${agent.origin}'`),
  ])
})
