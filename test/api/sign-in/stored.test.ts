import { describe, expect, test } from 'vitest'
import { inboard } from '../../support/service/clocked.ts'
import { codeOfRefusal } from '../../support/service/inboard.ts'
import { newLink } from './links.ts'

describe('what is stored of a link', () => {
  test('does not open it', async () => {
    const token = await newLink('stored@example.com')
    const { db } = inboard.world
    const rows = [
      await db.all`select * from links`,
      await db.all`select * from outbox`,
      await db.all`select * from users`,
    ]
    expect(JSON.stringify(rows)).toContain('stored@example.com')
    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

describe('a session', () => {
  test('ends when its time is up', async () => {
    const { client } = await inboard.signIn()
    inboard.clock.advance(30 * 86_400_000 - 5_000)
    await client.readMe()
    inboard.clock.advance(6_000)
    expect(await codeOfRefusal(client.readMe())).toBe('unauthenticated')
    inboard.clock.advance(-30 * 86_400_000)
  })

  test('of a user who no longer exists is none', async () => {
    const { client, user } = await inboard.signIn()
    await inboard.world.db.transaction((tx) => tx.run`delete from users where id = ${user.id}`)
    expect(await codeOfRefusal(client.listProjects())).toBe('unauthenticated')
  })
})
