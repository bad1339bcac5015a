import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cleanUp, newFolder, root } from '../../support/processes/process.ts'
import { read } from './deployment.ts'

afterAll(cleanUp)

/** What there is in a checkout that is run, and where deploy/README.md puts it. */
const secrets = [
  '.env',
  '.env.production',
  'jwt-secret',
  'inboard.db',
  'inboard.db-wal',
  'inboard-2026-11-16T09-30-00Z.db',
  'inboard.dump',
  'data/inboard.db',
  'data/jwt-secret',
  'data/mail.log',
  'backups/inboard.db',
  'deploy/docker/.env',
  'deploy/docker/inboard.dump',
  'deploy/docker/secrets/jwt_secret',
  'deploy/docker/secrets/database_url',
]

test('git leaves out secrets, data and backups', () => {
  const { stdout } = spawnSync('git', ['check-ignore', '--no-index', ...secrets], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(stdout.trim().split('\n')).toEqual(secrets)
  const tracked = spawnSync('git', ['ls-files', '--cached', '--ignored', '--exclude-standard'], { cwd: root })
  expect(String(tracked.stdout)).toBe('')
})

test('npm packs the recipes without the secrets that were put beside them', () => {
  const folder = newFolder()
  for (const path of ['package.json', 'deploy', '.gitignore'])
    cpSync(join(root, path), join(folder, path), { recursive: true })
  for (const path of [...secrets, 'deploy/docker/inboard-0.0.0.tgz']) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), 'sesame')
  }
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--ignore-scripts', '--json'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const paths: string[] = JSON.parse(stdout)[0].files.map(({ path }: { path: string }) => path)
  expect(paths).toContain('deploy/docker/compose.yaml')
  expect(paths.filter((path) => secrets.includes(path) || path.endsWith('.tgz'))).toEqual([])
})

test('the image is built from the package alone', () => {
  const lines = read('docker/.dockerignore')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  expect(lines).toEqual(['*', '!inboard-*.tgz'])
})
