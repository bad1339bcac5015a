import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { afterEach, expect, inject, test, vi } from 'vitest'
import { findBrowser, type Machine } from '../../support/browser/find-browser.ts'

// The other ways to a browser are among the long tests.

const folder = mkdtempSync(join(tmpdir(), 'inboard browsers '))
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

function program(name: string, script: string): string {
  const path = join(folder, name)
  writeFileSync(path, `#!/bin/sh\n${script}\n`)
  chmodSync(path, 0o755)
  return path
}

test('an installed browser is used, and one that does not start is passed over', async () => {
  const found = inject('browser')
  if ('missing' in found) throw new Error(found.missing)
  const path = found.executablePath ?? chromium.executablePath()
  const settings = Object.entries(found.env ?? {}).map(([name, value]) => `export ${name}='${value}'\n`)
  program('chromium-headless-shell', 'exit 1')
  const executablePath = program(
    'google-chrome',
    `${settings.join('')}exec '${path}' ${found.args?.join(' ') ?? ''} "$@"`,
  )
  vi.stubEnv('TEST_BROWSER', '')
  // npm has none for such a machine.
  const machine: Machine = { platform: 'linux', arch: 'arm64', isRoot: false, folders: [folder] }
  expect(await findBrowser(machine)).toEqual({ executablePath })
})
