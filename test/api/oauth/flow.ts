import { createHash, randomBytes } from 'node:crypto'
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

/** The query that the browser takes to the client. */
export async function allowed(
  { client }: SignedIn,
  { request }: Agent,
  scope: Scope = 'write',
): Promise<URLSearchParams> {
  const { redirect_to } = await client.allowAuthorization({ ...request, scope })
  return new URL(redirect_to).searchParams
}

export const codeFor = async (person: SignedIn, agent: Agent, scope?: Scope) =>
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
