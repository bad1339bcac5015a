import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuthorizationRequest } from '../../../src/contract/oauth.ts'
import { eras } from '../../support/agents/agent.ts'
import { callback, NewAgent } from '../../support/agents/connecting.ts'
import { inboard } from '../../support/service/shared.ts'

const { appUrl } = inboard.world.config
const endpoint = `${appUrl}/mcp`

/** A page on this machine that says who an agent is. */
const site = createServer((request, response) => {
  response.setHeader('content-type', 'application/json')
  response.end(
    JSON.stringify({
      client_id: `http://${request.headers.host}${request.url}`,
      client_name: 'Gardener',
      redirect_uris: ['http://127.0.0.1/callback'],
      // As ChatGPT says it: it would rather sign, but need not.
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
      jwks_uri: `http://${request.headers.host}/keys`,
    }),
  )
})
beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
})
afterAll(() => site.close())

const connected = (answer: Client | AuthorizationRequest): Client => {
  if (!(answer instanceof Client)) throw new Error(`It asks first: ${JSON.stringify(answer)}`)
  return answer
}

describe.each(eras)('the official client, with the standard of %s', (era) => {
  test.each([
    ['registers itself', undefined, null],
    ['is known by its document', '/gardener.json', /^127\.0\.0\.1:\d+$/],
  ])('%s, connects, works, and asks again once it is disconnected', async (_, path, host) => {
    const { client: person } = await inboard.signIn()
    const { port } = site.address() as AddressInfo
    const agent = new NewAgent(endpoint, era, path && `http://127.0.0.1:${port}${path}`)

    const request = await agent.connect()
    expect(agent.asked?.href).toMatch(`${appUrl}/authorize?`)
    expect(request).toMatchObject({
      response_type: 'code',
      redirect_uri: callback,
      code_challenge_method: 'S256',
      scope: expect.stringMatching(/\bwrite\b/),
      state: 'a state',
      resource: endpoint,
    })
    const asking = { ...(request as AuthorizationRequest) }
    const vouching = host === null ? null : expect.stringMatching(host)
    expect(await person.describeAuthorization(asking)).toEqual({
      client: { name: 'Gardener', host: vouching },
      scope: 'write',
      redirect_host: '127.0.0.1:33418',
    })

    const { redirect_to } = await person.allowAuthorization({ ...asking, scope: 'write' })
    await agent.comeBack(redirect_to)
    expect(agent.kept).toMatchObject({ token_type: 'Bearer', scope: 'write' })

    const working = connected(await agent.connect())
    expect((await working.listTools()).tools.map(({ name }) => name)).toContain('overview')
    const use = () => working.callTool({ name: 'add', arguments: { cards: [{ text: 'Water the plants' }] } })
    expect((await use()).isError).not.toBe(true)
    expect((await person.listInboxCards()).cards).toMatchObject([{ text: 'Water the plants' }])

    const [mine] = (await person.listApiTokens()).api_tokens
    expect(mine).toMatchObject({ scope: 'write', client: { name: 'Gardener', host: vouching } })
    await person.revokeApiToken({ id: mine?.id ?? '' })
    const refused = await use().catch((error) => agent.requestAfter(error))
    expect(refused).toMatchObject({ response_type: 'code', resource: endpoint })
    expect((await person.listInboxCards()).cards).toHaveLength(1)
    await working.close()

    // It is refused this time, and learns that.
    const denied = await person.refuseAuthorization(refused as AuthorizationRequest)
    await expect(agent.comeBack(denied.redirect_to)).rejects.toMatchObject({
      code: 'access_denied',
    })
    // The second time it gets less.
    const again = (await agent.connect()) as AuthorizationRequest
    const narrower = await person.allowAuthorization({ ...again, scope: 'read' })
    await agent.comeBack(narrower.redirect_to)
    const reading = connected(await agent.connect())
    expect((await reading.listTools()).tools.map(({ name }) => name)).toEqual([
      'overview',
      'find',
      'read',
      'search',
      'fetch',
    ])
    await reading.close()
  })
})
