import { defineConfig } from 'vitest/config'
import './scripts/build.js'

export default defineConfig({
  test: {
    reporters: ['default', './test/support/closing-line.ts'],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // They wait more than they work.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'rest',
          include: ['test/*.test.ts', 'test/{unit,process}/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          globalSetup: './test/faults/support/strace.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          globalSetup: './test/support/browser-setup.ts',
        },
      },
      { extends: true, test: { name: 'sqlite', include: ['test/api/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: ['test/api/**/*.test.ts'],
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: './test/support/postgres.ts',
        },
      },
    ],
  },
})
