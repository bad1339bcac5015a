import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { expect, test } from 'vitest'

test('whatever goes wrong is said with the name of its scenario, and fails the command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inboard-no-strace-'))
  try {
    writeFileSync(join(folder, 'strace'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
    const { status, stdout } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, '../../faults/run.ts'), '--quick', '--only', 'power'],
      { env: { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` }, encoding: 'utf8' },
    )
    expect(stdout).toContain('power on sqlite: It could not run')
    expect(status).toBe(1)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
