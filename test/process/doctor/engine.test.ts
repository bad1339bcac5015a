import { expect, test } from 'vitest'
import { judgePostgres, judgeSqlite } from '../../../src/command/doctor/engine.ts'

test.each([
  ['3.51.2', 'problem', 'SQLite 3.51.2 can damage the database'],
  ['3.9.0', 'problem', 'SQLite 3.9.0 can damage the database'],
  ['3.51.3', 'good', 'SQLite 3.51.3'],
])('SQLite %s is a %s', (version, is, says) => {
  expect(judgeSqlite(version)).toMatchObject({ is, says })
})

test.each([
  [130_022, 'warning', 'PostgreSQL 13.22 gets no fixes since November 2025'],
  [140_019, 'good', 'PostgreSQL 14.19'],
  [180_004, 'good', 'PostgreSQL 18.4'],
])('on 1 November 2026, PostgreSQL %i is a %s', (number, is, says) => {
  expect(judgePostgres(number, Date.UTC(2026, 10, 1))).toMatchObject({ is, says })
})
