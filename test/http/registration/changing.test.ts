import { describe, expect, test } from 'vitest'
import { inboard } from '../../support/service/clocked.ts'
import { codeOfRefusal } from '../../support/service/inboard.ts'
import { useOptions } from '../../support/service/options.ts'
import { minute, settle } from './registering.ts'

const change = (token: string, email: string) =>
  inboard.request('POST', '/api/email/change', { token, body: { email } })

const limit = 3

describe('a change of address', () => {
  describe('where a domain is listed', () => {
    useOptions(() => [inboard], { REGISTRATION: '@changing.example', LINKS_PER_HOUR: String(limit) })

    test('to one that is not listed looks like any other, and is not sent', async () => {
      const person = await inboard.signIn()
      const listed = await change(person.token, 'new@changing.example')
      const token = await inboard.linkTo('new@changing.example')
      inboard.clock.advance(minute)
      const unlisted = await change(person.token, 'new@unlisted.example')
      expect(unlisted.status).toBe(202)
      expect(unlisted.text).toBe(listed.text.replaceAll('new@changing.example', 'new@unlisted.example'))
      expect((await person.client.readMe()).user.pending_email).toBe('new@unlisted.example')
      // It has replaced the one before, as any other would.
      expect(await codeOfRefusal(inboard.client().openLink({ token }))).toBe('token_unknown')
      expect((await change(person.token, 'newer@unlisted.example')).body.code).toBe('throttled')
      for (let time = 2; time < limit; time++) {
        inboard.clock.advance(minute)
        expect((await change(person.token, 'newer@unlisted.example')).status).toBe(202)
      }
      inboard.clock.advance(minute)
      expect((await change(person.token, 'newer@unlisted.example')).body.code).toBe('rate_limited')
      await settle(inboard)
      expect(inboard.mails().filter(({ to }) => to.endsWith('@unlisted.example'))).toEqual([])
    })
  })

  describe('where registration is closed', () => {
    useOptions(() => [inboard], { REGISTRATION: 'closed' })

    test('is free', async () => {
      const { token } = await inboard.signIn()
      expect((await change(token, 'member@elsewhere.example')).status).toBe(202)
      const { user } = await inboard
        .client()
        .openLink({ token: await inboard.linkTo('member@elsewhere.example') })
      expect(user.email).toBe('member@elsewhere.example')
    })
  })
})
