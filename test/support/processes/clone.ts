import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')

const parts = [
  'bin',
  'src',
  'scripts',
  'docs',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
]

/** A folder with the sources of this checkout, installed but not built. */
export function makeClone(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'inboard-'))
  for (const part of parts) cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return { folder, remove: () => rmSync(folder, { recursive: true }) }
}
