import { expect, test } from 'vitest'
import { shipped } from '../../../src/server/common/shipped.ts'
import { readMigrations } from '../../../src/server/db/migrate.ts'

test.each(['sqlite', 'postgres'] as const)(
  'every migration for %s is read, in the order of its number',
  (engine) => {
    const other = engine === 'sqlite' ? '.postgres.sql' : '.sqlite.sql'
    const files = shipped('src/server/db/migrations').list()
    const migrations = readMigrations(engine)
    expect(migrations).toHaveLength(files.filter((file) => !file.endsWith(other)).length)
    const numbers = migrations.map(({ name }) => name.slice(0, 4))
    expect(numbers).toEqual([...new Set(numbers)].sort())
    for (const { name, beside = name } of migrations) {
      expect(migrations.map((one) => one.name)).toContain(beside)
      expect(beside <= name).toBe(true)
    }
  },
)
