import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noteBackup } from '../../src/server/operate/last-backup.ts'
import { samplesOf } from '../http/metrics/samples.ts'
import { engine, outsider } from '../support/databases/engine.ts'
import { crowdOf } from '../support/databases/statements.ts'
import { startTestInboard, type TestInboard } from '../support/service/inboard.ts'

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard()
})
afterAll(() => inboard.stop())

describe('the gauges', () => {
  const value = (name: string) => inboard.metric(`inboard_${name}`)

  test('count the people who have verified their address, however many there are, once a minute', async () => {
    const before = await value('users')
    const measuredAt = await value('measured_timestamp_seconds')
    const stranger = await outsider(inboard.world.config.database)
    // Every fifth of them has not verified it, and they are more than are counted at once.
    await stranger.run(crowdOf(25_000)[0] ?? '')
    await stranger.close()
    expect(await value('users')).toBe(before)

    inboard.clock.advance(61_000)
    // Whoever asks first gets the old figure at once, and has it counted again.
    expect([before, before + 20_000]).toContain(await value('users'))
    await expect.poll(() => value('users')).toBeGreaterThanOrEqual(before + 20_000)
    expect(await value('users')).toBeLessThan(before + 20_010)
    expect(await value('measured_timestamp_seconds')).toBeGreaterThanOrEqual(measuredAt + 61)
  })

  test('know the size of the database', async () => {
    const bytes = await value('database_bytes')
    expect(bytes).toBeGreaterThan(100_000)
    const rows = (await samplesOf(inboard)).map(({ name }) => name)
    const ofFiles = [
      'inboard_database_wal_bytes',
      'inboard_database_free_bytes',
      'inboard_disk_free_bytes',
      'inboard_last_backup_timestamp_seconds',
    ]
    const ofPools = ['in_use', 'max', 'waiting'].map((of) => `inboard_database_connections_${of}`)
    const [there, notThere] = engine === 'sqlite' ? [ofFiles, ofPools] : [ofPools, ofFiles]
    expect(rows).toEqual(expect.arrayContaining(there))
    expect(rows.filter((name) => notThere.includes(name))).toEqual([])
  })

  test.each(engine === 'sqlite' ? ['SQLite'] : [])('know the disk and the last backup on %s', async () => {
    const { database } = inboard.world.config
    expect(await value('disk_free_bytes')).toBeGreaterThan(0)
    expect(await value('last_backup_timestamp_seconds')).toBe(0)
    const now = Date.UTC(2026, 10, 16)
    noteBackup(database, '/backups/inboard.db', now)
    inboard.clock.advance(61_000)
    await expect.poll(() => value('last_backup_timestamp_seconds')).toBe(now / 1000)
  })

  test.each(engine === 'postgres' ? [5] : [])('count connections, of which there are %i', async (most) => {
    const people = await Promise.all(Array.from({ length: most + 3 }, () => inboard.signInByMail()))
    expect(await value('database_connections_max')).toBe(most)
    expect(await value('database_connections_in_use')).toBeLessThan(most)
    const stranger = await outsider(inboard.world.config.database)
    await stranger.holdWriters()
    // On a busy machine they may be refused before they are let go.
    const added = people.map(({ client }) => client.addInboxCard({ text: 'Weed' }).catch(() => {}))
    const use = () => inboard.world.db.poolUse?.()
    await expect.poll(use).toMatchObject({ inUse: most, most })
    await expect.poll(() => use()?.waiting).toBeGreaterThan(0)
    await stranger.letGo()
    await stranger.close()
    await Promise.all(added)
    await expect.poll(() => value('database_connections_waiting')).toBe(0)
  })
})
