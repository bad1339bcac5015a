import { expect, test } from 'vitest'
import { migrationsWith } from '../../api/migrations/later-migrations.ts'

test.each([
  ['a name that is none', { 'colours.sql': '' }, /colours\.sql is not named as a migration is/],
  ['a number that is taken', { '0001-again.sql': '' }, /has the number of another/],
  [
    'a version beside it that is not known',
    { '9998-colours.sql': '-- beside: 0000-never.sql\n' },
    /names no earlier migration: 0000-never\.sql/,
  ],
])('a migration with %s is refused when it is read', (_what, files, reason) => {
  expect(() => migrationsWith(files)).toThrow(reason)
})
