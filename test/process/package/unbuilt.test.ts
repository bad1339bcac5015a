import { spawnSync } from 'node:child_process'
import { afterAll, expect, test } from 'vitest'
import { makeClone } from '../../support/processes/clone.ts'

const { folder: clone, remove } = makeClone()
afterAll(remove)

test('a server without the built app does not start, and says what is missing', () => {
  const { status, stderr } = spawnSync(process.execPath, ['src/server/main.ts'], {
    cwd: clone,
    encoding: 'utf8',
  })
  expect([status, stderr.trim()]).toEqual([1, 'The web app is not built yet: npm run build'])
})
