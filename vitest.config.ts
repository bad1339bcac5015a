import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import './scripts/build.js'

// What the workers import, and the threads of the services in them, is compiled once for all runs.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/node')

// On a busy machine everything takes its time: only what hangs is given up.
const hang = 2 * 60_000

/**
 * What a folder of tests needs. Those below test/long are a project of their own, which `npm test` leaves out. It also
 * leaves out the rules on PostgreSQL.
 */
const projects = [
  { name: 'sqlite', folders: '{unit,process,faults,http,rules,api}' },
  {
    name: 'postgres',
    folders: 'api',
    onlyLong: 'rules',
    env: { TEST_ENGINE: 'postgres' },
    globalSetup: './test/support/databases/postgres.ts',
  },
  { name: 'browser', folders: 'browser', globalSetup: './test/support/browser/setup.ts' },
  {
    name: 'engines',
    folders: 'engines',
    // After all others: beside them, WebKit does not finish installing the service worker.
    sequence: { groupOrder: 1 },
    // They share a screen and its mouse.
    maxWorkers: 1,
    globalSetup: ['./test/support/browser/setup.ts', './test/support/engines/setup.ts'],
  },
]

export default defineConfig({
  test: {
    reporters: ['default', './test/support/reporters/closing-line.ts'],
    globalSetup: [
      './test/support/machine/run-folder.ts',
      './test/support/machine/run-seed.ts',
      './test/support/processes/build.ts',
    ],
    setupFiles: ['./test/support/machine/seed.ts', './test/support/machine/endless.ts'],
    testTimeout: hang,
    hookTimeout: hang,
    expect: { poll: { timeout: hang / 2 } },
    // Files of a project share their workers, and with them what they import. None of them leaves anything behind.
    isolate: false,
    // They wait, but not that much: with more, two cores keep browsers waiting for seconds.
    maxWorkers: 3,
    projects: projects.flatMap(({ name, folders, onlyLong, ...rest }) => [
      {
        extends: true,
        test: {
          name,
          include: [`test/${folders}/**/*.test.ts`, ...(name === 'sqlite' ? ['test/*.test.ts'] : [])],
          ...rest,
        },
      },
      {
        extends: true,
        test: {
          name: `long-${name}`,
          include: [
            `test/long/${folders}/**/*.test.ts`,
            ...(onlyLong ? [`test/${onlyLong}/**/*.test.ts`] : []),
          ],
          ...rest,
        },
      },
    ]),
  },
})
