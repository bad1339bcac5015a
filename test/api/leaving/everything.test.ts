import { describe, expect, test } from 'vitest'
import { sweepAccounts } from '../../../src/server/accounts/sweep.ts'
import { Ceremonies, outcome } from '../../support/authenticator/ceremonies.ts'
import { outsider } from '../../support/databases/engine.ts'
import { fillInbox } from '../../support/service/filling.ts'
import { eventually } from '../../support/service/inboard.ts'
import { openStream } from '../../support/service/open-stream.ts'
import { inboard } from '../../support/service/shared.ts'
import { codeFor, exchange, outcomeOf, registeredAgent } from '../oauth/flow.ts'
import { leave, rowsOf } from './leaving.ts'

describe('leaving', () => {
  test('takes everything along, and frees the address', async () => {
    const { person, passkey } = await new Ceremonies(inboard).holder()
    const { client, user, token } = person
    const stream = await openStream(inboard.url, { token })
    const { token: apiToken } = await client.makeApiToken({ label: 'Shell', scope: 'write' })
    const agent = await registeredAgent(inboard)
    await exchange(inboard, agent, await codeFor(person, agent))
    const code = await codeFor(person, agent)
    await fillInbox(inboard, person, 1200)
    const { project } = await client.addProject({ title: 'Garden' })
    await client.addProjectCard({ project_id: project.id, text: 'Weed' }, { idempotencyKey: 'once' })
    const { project: former } = await client.addProject({ title: 'Former' })
    await client.addProjectCard({ project_id: former.id, text: 'Gone' })
    await client.removeProject({ project_id: former.id })
    await client.requestAddressChange({ email: 'elsewhere-after-leaving@example.com' })
    await client.resetChanges({ seen: 1_000_000 })
    const link = await inboard.linkTo('elsewhere-after-leaving@example.com')
    const before = await rowsOf(user.id)
    expect(before).toMatchObject({ cards: 1202, api_tokens: 2, authorization_codes: 2, set_backs: 1 })

    expect(outcome(await leave(token, { email: ` ${user.email.toUpperCase()} ` }))).toBe('204')
    expect(new Set(Object.values(await rowsOf(user.id)))).toEqual(new Set([0]))
    for (const one of [token, apiToken])
      expect(outcome(await inboard.request('GET', '/api/inbox/cards', { token: one }))).toBe(
        '401 unauthenticated',
      )
    expect(outcomeOf(await exchange(inboard, agent, code))).toBe('invalid_grant')
    await eventually(() => stream.isEnded() || undefined, 'the end of the stream')
    expect(outcome(await new Ceremonies(inboard).signIn(passkey))).toBe('401 passkey_invalid')
    const opening = await inboard.request('POST', '/api/auth/verify-email', { body: { token: link } })
    expect(outcome(opening)).toBe('400 token_unknown')

    const anew = await inboard.signIn(user.email)
    expect(anew.user.id).not.toBe(user.id)
    expect((await anew.client.changes()).seq).toBe(0)
  })

  test('is finished by the sweep if it was interrupted', async () => {
    const person = await inboard.signIn()
    await fillInbox(inboard, person, 700)
    const stranger = await outsider(inboard.world.config.database)
    await stranger.run(
      `update users set email = 'left:${person.user.id}', email_verified_at = null, left_at = '2026-01-01' where id = '${person.user.id}'`,
    )
    await stranger.close()
    await sweepAccounts(inboard.world)
    expect(new Set(Object.values(await rowsOf(person.user.id)))).toEqual(new Set([0]))
  })
})
