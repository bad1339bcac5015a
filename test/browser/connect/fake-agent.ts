import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'
import type { Browsing } from '../../support/browsing/browsing.ts'
import type { SignedIn } from '../../support/service/inboard.ts'

/** A program that knows nothing of ours: it has a document, a page that browsers are sent back to, and plain fetch. */
export interface FakeAgent {
  /** As the consent page names it. */
  host: string
  origin: string
  /** What it puts into the query of `/authorize`. */
  request: Record<string, string>
  /** The queries that browsers brought back. */
  answers: Record<string, string>[]
  /** The token for the last code. */
  exchange(): Promise<{ access_token: string; scope: string }>
}

const verifier = randomBytes(32).toString('base64url')

/** Where somebody decides about a request. */
export const pathOf = (request: Record<string, string>) => `/authorize?${new URLSearchParams(request)}`

/** One for the tests of a file. Its document makes its host vouch for it. */
export function fakeAgent(browsing: Browsing): FakeAgent {
  const agent = { answers: [] as Record<string, string>[] } as FakeAgent
  const server = createServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, agent.origin)
    if (pathname === '/client.json') {
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({
          client_id: agent.request.client_id,
          client_name: 'Robot',
          redirect_uris: [agent.request.redirect_uri, 'https://elsewhere.example/callback'],
          token_endpoint_auth_method: 'none',
        }),
      )
      return
    }
    if (pathname === '/callback') agent.answers.push(Object.fromEntries(searchParams))
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><title>Robot</title><h1>${pathname}</h1>`)
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    agent.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
    agent.origin = `http://${agent.host}`
    agent.request = {
      ...requestOf(`${agent.origin}/client.json`, `${agent.origin}/callback`),
      resource: `${browsing.appUrl}/mcp`,
    }
    agent.exchange = () => exchange(browsing, agent.request, agent.answers.at(-1)?.code ?? '')
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return agent
}

/** The request of a program for which nobody vouches: it has registered itself. */
export async function registered(
  { appUrl }: Browsing,
  { name = 'Robot', redirectUri = 'https://robot.example/callback' } = {},
): Promise<Record<string, string>> {
  const response = await fetch(`${appUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: name, redirect_uris: [redirectUri] }),
  })
  const { client_id } = await response.json()
  return requestOf(client_id, redirectUri)
}

/** Connects such a program, as it looks to the person. */
export async function connected(browsing: Browsing, { client }: SignedIn, name: string): Promise<void> {
  const request = await registered(browsing, { name })
  const { redirect_to } = await client.allowAuthorization({ ...request, scope: 'write' })
  await exchange(browsing, request, new URL(redirect_to).searchParams.get('code') ?? '')
}

async function exchange(
  { appUrl }: Browsing,
  { client_id = '', redirect_uri = '' }: Record<string, string>,
  code: string,
) {
  const response = await fetch(`${appUrl}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      client_id,
      redirect_uri,
      code_verifier: verifier,
    }),
  })
  return await response.json()
}

const requestOf = (client_id: string, redirect_uri: string) => ({
  client_id,
  redirect_uri,
  response_type: 'code',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
  state: 'as it was',
})
