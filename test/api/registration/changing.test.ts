import { describe, expect, test } from 'vitest'
import { codeOfRefusal, startTestInboard, type TestInboard } from '../../support/service/inboard.ts'
import { minute, settle } from './registering.ts'

describe('a change of address', () => {
  const change = (inboard: TestInboard, token: string, email: string) =>
    inboard.request('POST', '/api/email/change', { token, body: { email } })

  test('to one that is not listed looks like any other, and is not sent', async () => {
    const inboard = await startTestInboard({ REGISTRATION: '@example.com' })
    try {
      const person = await inboard.signIn()
      const listed = await change(inboard, person.token, 'new@example.com')
      const token = await inboard.linkTo('new@example.com')
      inboard.clock.advance(minute)
      const unlisted = await change(inboard, person.token, 'new@example.org')
      expect(unlisted.status).toBe(202)
      expect(unlisted.text).toBe(listed.text.replaceAll('new@example.com', 'new@example.org'))
      expect((await person.client.readMe()).user.pending_email).toBe('new@example.org')
      // It has replaced the one before, as any other would.
      expect(await codeOfRefusal(inboard.client().openLink({ token }))).toBe('token_unknown')
      expect((await change(inboard, person.token, 'newer@example.org')).body.code).toBe('throttled')
      for (let time = 2; time < 10; time++) {
        inboard.clock.advance(minute)
        expect((await change(inboard, person.token, 'newer@example.org')).status).toBe(202)
      }
      inboard.clock.advance(minute)
      expect((await change(inboard, person.token, 'newer@example.org')).body.code).toBe('rate_limited')
      await settle(inboard)
      expect(inboard.mails().filter(({ to }) => to.endsWith('@example.org'))).toEqual([])
    } finally {
      await inboard.stop()
    }
  })

  test('is free where registration is closed', async () => {
    const inboard = await startTestInboard({ REGISTRATION: 'closed' })
    try {
      const { token } = await inboard.signIn()
      expect((await change(inboard, token, 'member@elsewhere.example')).status).toBe(202)
      const { user } = await inboard
        .client()
        .openLink({ token: await inboard.linkTo('member@elsewhere.example') })
      expect(user.email).toBe('member@elsewhere.example')
    } finally {
      await inboard.stop()
    }
  })
})
