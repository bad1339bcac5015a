import { spawnSync } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cleanUp, newFolder, root } from '../../support/processes/process.ts'

afterAll(cleanUp)

test('the last lines of a test run say what could not run, how to run what has failed, and how many did', () => {
  const folder = newFolder()
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(
    join(folder, 'some.test.js'),
    `import { describe, expect, test } from 'vitest'
     describe('power', () => test('is cut', ({ skip }) => skip('strace is not installed here')))
     test('passes', () => {})
     test("fails (it's so)", () => expect(1).toBe(2))`,
  )
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const reporters = ['default', join(root, 'test/support/reporters/closing-line.ts')].map(
    (name) => `--reporter=${name}`,
  )
  const { stdout, status } = spawnSync(process.execPath, [vitest, 'run', ...reporters], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, TEST_SEED: '7' },
  })
  expect(stdout.trimEnd().split('\n').slice(-5)).toEqual([
    'Did not run: power > is cut (strace is not installed here).',
    "Failed: fails (it's so)",
    '  expected 1 to be 2 // Object.is equality',
    String.raw`  TEST_SEED=7 npx vitest run some.test.js -t 'fails \(it'\''s so\)'`,
    'Tests: 1 passed, 1 failed, 1 skipped',
  ])
  expect(status).toBe(1)
})
