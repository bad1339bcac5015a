import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Scope } from '../../../src/contract/access.ts'
import type { AuthorizationRequest } from '../../../src/contract/oauth.ts'
import type { SignedIn, TestInboard } from '../../support/service/inboard.ts'

// A client that knows nothing of ours: plain fetch, as any client would do it.

export const callback = 'https://agent.example/callback'

export interface Agent {
  request: AuthorizationRequest & { client_id: string; redirect_uri: string }
  verifier: string
}

export const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url')

/** A program that has just registered itself, with what it puts into the query of /authorize. */
export async function registeredAgent(
  inboard: Pick<TestInboard, 'url'>,
  { redirect_uri = callback, client_name = 'Agent' } = {},
): Promise<Agent> {
  const registration = await fetch(`${inboard.url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name, redirect_uris: [redirect_uri] }),
  })
  const { client_id } = (await registration.json()) as { client_id: string }
  return agentOf(client_id, redirect_uri)
}

export function agentOf(client_id: string, redirect_uri: string): Agent {
  const verifier = randomBytes(32).toString('base64url')
  const request = {
    client_id,
    redirect_uri,
    response_type: 'code',
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    state: randomBytes(8).toString('base64url'),
  }
  return { request, verifier }
}

/** A server on this machine that publishes a document about a client. Its URL is the id of the client. */
export async function publish(client_name: string): Promise<{ url: string; stop(): void }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ client_id: url, client_name, redirect_uris: [callback] }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/client.json`
  return { url, stop: () => void server.close() }
}

/** The query that the browser takes to the client. */
export async function allowed(
  { client }: Pick<SignedIn, 'client'>,
  { request }: Agent,
  scope: Scope = 'write',
): Promise<URLSearchParams> {
  const { redirect_to } = await client.allowAuthorization({ ...request, scope })
  return new URL(redirect_to).searchParams
}

export const codeFor = async (person: Pick<SignedIn, 'client'>, agent: Agent, scope?: Scope) =>
  (await allowed(person, agent, scope)).get('code') ?? ''

export async function post(url: string, form: Record<string, string> | string) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: String(new URLSearchParams(form)),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
}

export const exchange = (
  { url }: Pick<TestInboard, 'url'>,
  { request, verifier }: Agent,
  code: string,
  more: Record<string, string> = {},
) =>
  post(`${url}/oauth/token`, {
    grant_type: 'authorization_code',
    code,
    client_id: request.client_id,
    redirect_uri: request.redirect_uri,
    code_verifier: verifier,
    ...more,
  })

/** The code of an error of OAuth, or the scope that was granted. */
export const outcomeOf = ({ body }: { body?: { error?: string; scope?: string } }) =>
  body?.error ?? body?.scope

/** The labels of somebody's API tokens. */
export const tokensOf = async ({ client }: Pick<SignedIn, 'client'>) =>
  (await client.listApiTokens()).api_tokens.map(({ label }) => label)
