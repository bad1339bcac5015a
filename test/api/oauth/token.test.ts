import { describe, expect, test } from 'vitest'
import { inboard } from '../../support/service/shared.ts'
import { codeFor, exchange, outcomeOf, post, registeredAgent, tokensOf } from './flow.ts'

const url = `${inboard.url}/oauth/token`
const revokeUrl = `${inboard.url}/oauth/revoke`

async function granted() {
  const person = await inboard.signIn()
  const agent = await registeredAgent(inboard)
  const { body } = await exchange(inboard, agent, await codeFor(person, agent))
  return { person, agent, token: body.access_token as string }
}

describe('a request for a token', () => {
  const whole = {
    grant_type: 'authorization_code',
    code: 'none',
    client_id: 'client_AAAA',
    code_verifier: 'x',
  }
  const attempts: [string, string, string][] = [
    ['nothing', '', 'invalid_request'],
    ['no grant type', 'code=none', 'invalid_request'],
    ['no code', 'grant_type=authorization_code&client_id=x', 'invalid_request'],
    ['an empty code', 'grant_type=authorization_code&client_id=x&code=', 'invalid_request'],
    ['no client', 'grant_type=authorization_code&code=none', 'invalid_request'],
    ['a code twice', `${new URLSearchParams(whole)}&code=other`, 'invalid_request'],
    ['a password', 'grant_type=password&username=x&password=x', 'unsupported_grant_type'],
    ['a refresh token', 'grant_type=refresh_token&refresh_token=x', 'unsupported_grant_type'],
    ['the client itself', 'grant_type=client_credentials&client_id=x', 'unsupported_grant_type'],
    ['an unknown client', String(new URLSearchParams(whole)), 'invalid_client'],
    ['too much', `${new URLSearchParams(whole)}&more=${'x'.repeat(17_000)}`, 'invalid_request'],
  ]
  for (const [name, form, error] of attempts) {
    test(`with ${name}: ${error}`, async () => {
      const { status, headers, body } = await post(url, form)
      expect([status, body]).toEqual([400, { error, error_description: expect.any(String) }])
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('content-type')).toMatch(/^application\/json/)
      expect(headers.get('access-control-allow-origin')).toBe('*')
    })
  }

  test('is a form, in whatever way it says so', async () => {
    const person = await inboard.signIn()
    const agent = await registeredAgent(inboard)
    const ask = async (type: string) => {
      const code = await codeFor(person, agent)
      const form = { ...whole, code, client_id: agent.request.client_id, code_verifier: agent.verifier }
      const body = type.includes('json') ? JSON.stringify(form) : String(new URLSearchParams(form))
      const response = await fetch(url, { method: 'POST', headers: { 'content-type': type }, body })
      return outcomeOf({ body: (await response.json()) as object })
    }
    expect(await ask('application/x-www-form-urlencoded; charset=UTF-8')).toBe('write')
    expect(await ask('Application/X-WWW-Form-Urlencoded;charset=utf-8')).toBe('write')
    expect(await ask('application/json')).toBe('invalid_request')
    expect(await ask('text/plain')).toBe('invalid_request')
  })

  test('from a page of any origin is answered, and nothing is said about who is signed in', async () => {
    const { status, headers } = await fetch(url, {
      method: 'OPTIONS',
      headers: { origin: 'https://agent.example' },
    })
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, '*'])
    expect(headers.has('access-control-allow-credentials')).toBe(false)
  })
})

describe('giving back', () => {
  test('ends the token at once; once more does nothing', async () => {
    const { person, token } = await granted()
    const projects = async () => (await inboard.request('GET', '/api/projects', { token })).status
    expect(await projects()).toBe(200)
    const { status, body } = await post(revokeUrl, { token, token_type_hint: 'refresh_token' })
    expect([status, body]).toEqual([200, undefined])
    expect(await projects()).toBe(401)
    expect(await tokensOf(person)).toEqual([])
    expect((await post(revokeUrl, { token })).status).toBe(200)
  })

  test('works for the client of the token, and for no other', async () => {
    const { person, agent, token } = await granted()
    const other = await registeredAgent(inboard, { client_name: 'Other' })
    for (const client_id of [other.request.client_id, 'https://agent.example/client.json', 'x']) {
      expect((await post(revokeUrl, { token, client_id })).status).toBe(200)
      expect(await tokensOf(person)).toEqual(['Agent'])
    }
    expect((await post(revokeUrl, { token, client_id: agent.request.client_id })).status).toBe(200)
    expect(await tokensOf(person)).toEqual([])
  })

  test('does nothing to tokens that people created, to sessions, and to unknown tokens', async () => {
    const person = await inboard.signIn()
    const { token: pasted } = await person.client.makeApiToken({ label: 'Shell', scope: 'write' })
    for (const token of [pasted, person.token, 'inb_none', 'ü'.repeat(1000)])
      expect((await post(revokeUrl, { token })).status).toBe(200)
    expect(await tokensOf(person)).toEqual(['Shell'])
    expect((await person.client.readMe()).user.id).toBe(person.user.id)
  })

  test('needs a token', async () => {
    for (const form of ['', 'token=', 'token=a&token=b'])
      expect(outcomeOf(await post(revokeUrl, form))).toBe('invalid_request')
  })
})
