import { defineConfig } from 'vitest/config'
import './scripts/build.js'

const api = 'test/api/**/*.test.ts'

/** What they test ends before a request reaches the database. CONTRIBUTING.md says what else would notice a difference. */
const sameOnEveryDatabase = [
  'http-bodies',
  'http-headers',
  'http-parser',
  'http-rate-limit',
  'http-routes',
  'http-sessions',
  'http-trouble',
  'mail-messages',
  'mail-tls',
  'mail-transports',
  'mail-trouble',
  'openapi',
  'pages',
  'passkeys-attestation',
  'passkeys-bodies',
  'passkeys-fuzz',
  'passkeys-hostile',
  'passkeys-keys',
].map((name) => `test/api/${name}.test.ts`)

// Only what hangs for good is given up: everything takes its time on a busy machine.
const hang = 10 * 60_000

export default defineConfig({
  test: {
    reporters: ['default', './test/support/reporters/closing-line.ts'],
    testTimeout: hang,
    hookTimeout: hang,
    expect: { poll: { timeout: hang / 5 } },
    // Files of a project share their workers, and with them what they import. None of them leaves anything behind.
    isolate: false,
    // They wait, but not that much: with more, two cores keep browsers waiting for seconds.
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
          globalSetup: './test/support/browser/setup.ts',
        },
      },
      { extends: true, test: { name: 'sqlite', include: [api] } },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [api],
          exclude: sameOnEveryDatabase,
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: './test/support/databases/postgres.ts',
        },
      },
    ],
  },
})
