import { expect, test } from 'vitest'
import { migrationsWith } from '../../api/migrations/later-migrations.ts'

test.each([
  ['a name that is none', { 'colours.sql': '' }, /colours\.sql must be named like/],
  ['a number that is taken', { '0014-again.sql': '' }, /has the number of another/],
  [
    'a version beside it that is not known',
    { '9998-colours.sql': '-- beside: 0000-never.sql\n' },
    /names a migration that does not come before it: 0000-never\.sql/,
  ],
])('a migration with %s is refused when it is read', (_what, files, reason) => {
  expect(() => migrationsWith(files)).toThrow(reason)
})
