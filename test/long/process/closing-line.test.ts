import { spawnSync } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cleanUp, newFolder, root } from '../../support/processes/process.ts'

afterAll(cleanUp)

const config = `
  export default { test: {
    reporters: ['default', '${join(root, 'test/support/reporters/closing-line.ts')}'],
    setupFiles: '${join(root, 'test/support/machine/endless.ts')}',
  } }`

/** The last lines of a run of some files. */
function run(files: Record<string, string>) {
  const folder = newFolder()
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [name, text] of Object.entries({ 'vitest.config.js': config, ...files }))
    writeFileSync(join(folder, name), text)
  const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const env = { ...process.env, PATH, TEST_SEED: '7', TEST_PATIENCE: '5' }
  const options = { cwd: folder, encoding: 'utf8', env } as const
  const { stdout, stderr, status } = spawnSync('vitest', ['run'], options)
  return { lines: stdout.trimEnd().split('\n'), stderr, status, options }
}

test('the last lines of a test run say what could not run, how to repeat failures, and how many there were', () => {
  const { lines, status, options } = run({
    'some.test.js': `
      import { describe, expect, test } from 'vitest'
      describe('power', () => test('is cut', ({ skip }) => skip('strace is not installed here')))
      test('passes', () => {})
      describe('a suite', () => {
        test("fails (it's so)", () => expect(1).toBe(2))
        test("fails (it's so) twice", () => {})
      })`,
  })
  const [line = ''] = lines.slice(-2)
  expect(lines.slice(-5)).toEqual([
    'Did not run: power > is cut (strace is not installed here).',
    "Failed: a suite > fails (it's so)",
    '  expected 1 to be 2 // Object.is equality',
    String.raw`  TEST_SEED=7 npx vitest run some.test.js -t '^a suite > fails \(it'\''s so\)$'`,
    'Tests: 2 passed, 1 failed, 1 skipped',
  ])
  expect(status).toBe(1)
  const again = spawnSync('sh', ['-c', line], options)
  expect(again.stdout).toContain('Tests: 0 passed, 1 failed, 3 skipped')
})

test('failures outside of tests are reported and counted too', () => {
  const { lines } = run({
    'around.test.js': `
      import { afterAll, describe, test } from 'vitest'
      describe('a suite', () => {
        afterAll(() => { throw new Error('too late') })
        test('passes', () => {})
      })`,
    'later.test.js': `
      import { test } from 'vitest'
      test('passes', async () => {
        setTimeout(() => { throw new Error('nobody hears this') })
        await new Promise((resolve) => setTimeout(resolve, 50))
      })`,
    'missing.test.js': `import './nowhere.js'`,
  })
  const told = lines
    .slice(lines.findIndex((line) => line.startsWith('Failed:')))
    .map((line) => line.replace(/ imported from .*/, ''))
  expect(told.sort()).toEqual(
    [
      'Failed: an error that nobody has caught',
      '  nobody hears this',
      '  TEST_SEED=7 npx vitest run later.test.js',
      'Failed: around a suite',
      '  too late',
      '  TEST_SEED=7 npx vitest run around.test.js',
      'Failed: missing.test.js',
      "  Cannot find module './nowhere.js'",
      '  TEST_SEED=7 npx vitest run missing.test.js',
      'Tests: 2 passed, 3 failed, 0 skipped',
    ].sort(),
  )
})

test('an endless loop is ended, and named', () => {
  const { lines, stderr, status } = run({
    'endless.test.js': `
      import { test } from 'vitest'
      test('loops', () => { for (;;); })`,
  })
  expect(stderr).toMatch(/endless\.test\.js: loops has kept its process busy for 5 seconds\./)
  expect(lines.at(-1)).toBe('Tests: 0 passed, 1 failed, 1 skipped')
  expect(status).toBe(1)
})
