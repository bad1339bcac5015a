import { describe, expect, test } from 'vitest'
import { inboard } from '../../support/service/clocked.ts'
import { hour, newLink, open, sweepAfter } from './sweep.ts'

const isThere = async (email: string) =>
  (await inboard.world.db.get`select id from users where email = ${email}`) !== undefined

describe('accounts', () => {
  test('that nobody ever opened a link of are removed, and their address is free', async () => {
    await newLink('unopened@example.com')
    await sweepAfter(47 * hour)
    expect(await isThere('unopened@example.com')).toBe(true)
    await sweepAfter(2 * hour)
    expect(await isThere('unopened@example.com')).toBe(false)
    const { user } = await inboard.signInByMail('unopened@example.com')
    expect(user.email_verified).toBe(true)
  })

  test('that are unverified but still asked for are left alone', async () => {
    const before = await newLink('asking@example.com')
    await sweepAfter(47 * hour)
    const link = await newLink('asking@example.com')
    await sweepAfter(2 * hour)
    expect(await isThere('asking@example.com')).toBe(true)
    expect([await open(before), await open(link)]).toEqual(['token_unknown', 'token_expired'])
  })

  test('that are verified stay as they are, with all they hold', async () => {
    const { client, user } = await inboard.signInByMail()
    const { project } = await client.addProject({ title: 'Garden' })
    await client.addProjectCard({ project_id: project.id, text: 'Weed' })
    const { card } = await client.addInboxCard({ text: 'Buy seeds' })
    await sweepAfter(29 * 24 * hour)
    expect(await client.readMe()).toEqual({ user })
    expect((await client.readProject({ project_id: project.id })).project.card_count).toBe(1)
    expect(await client.listInboxCards()).toEqual({ cards: [card] })
  })

  test('forget a change of address that can no longer be completed, and no other', async () => {
    const ada = await inboard.signInByMail()
    const bob = await inboard.signInByMail()
    await ada.client.requestAddressChange({ email: 'stale@example.com' })
    await inboard.linkTo('stale@example.com')
    await sweepAfter(47 * hour)
    await bob.client.requestAddressChange({ email: 'fresh@example.com' })
    const link = await inboard.linkTo('fresh@example.com')
    expect((await ada.client.readMe()).user.pending_email).toBe('stale@example.com')
    await sweepAfter(2 * hour)
    expect((await ada.client.readMe()).user).toEqual({ ...ada.user, pending_email: null })
    expect((await bob.client.readMe()).user.pending_email).toBe('fresh@example.com')
    expect(await open(link)).toBe('token_expired')
  })
})
