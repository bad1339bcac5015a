import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '../..')

/** Runs a program in the project and returns what it says. If it fails, everything it said is in the error. */
export function run(program: string, ...words: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status === 0) return stdout
  throw new Error(`${program} ${words.join(' ')} failed: ${error?.message ?? ''}${stdout}${stderr}`)
}
