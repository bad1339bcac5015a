import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { command, crowdWith } from '../../../process/backup/files.ts'
import { cleanUp } from '../../../support/processes/process.ts'

afterAll(cleanUp)

test('deleted rows leave free space in the file, which vacuum returns to the disk', async () => {
  const file = await crowdWith(100)
  const database = new DatabaseSync(file)
  database.exec(`pragma foreign_keys = off; drop trigger cards_deleted_uncounted; delete from cards`)
  database.close()
  const stats = async () => JSON.parse((await command(file, 'stats', '--json')).told).bytes
  const before = await stats()
  expect(before.free).toBeGreaterThan(before.database / 3)
  const { told } = await command(file, 'vacuum', '--json')
  const { bytes_before, bytes_after } = JSON.parse(told)
  expect(bytes_after).toBeLessThan(bytes_before * 0.7)
  expect(await stats()).toMatchObject({ database: bytes_after, free: 0 })
})
