import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openSqlite } from '../../../src/server/db/sqlite/sqlite.ts'
import { inboard } from '../../support/processes/command.ts'
import { cleanUp, newFolder, program, root } from '../../support/processes/process.ts'

afterAll(cleanUp)

test('the line for cron works with what cron sets, and the documents have the same one', async () => {
  const { told } = await inboard(['backup', '--help'])
  const [, line = ''] = /^ *0 3 \* \* \* {2}(.+)$/m.exec(told) ?? []
  expect(readFileSync(join(root, 'docs/operating.md'), 'utf8')).toContain(`\`0 3 * * *  ${line}\``)

  const [folder, programs, backups] = [newFolder(), newFolder(), join(newFolder(), 'backups')]
  const [node = '', ...file] = program
  symlinkSync(node, join(programs, 'node'))
  writeFileSync(join(programs, 'inboard'), `#!/bin/sh\nexec node ${file.join(' ')} "$@"\n`)
  chmodSync(join(programs, 'inboard'), 0o755)
  const database = join(folder, 'data/inboard.db')
  mkdirSync(join(folder, 'data'))
  await (await openSqlite(database)).close()
  writeFileSync(join(folder, '.env'), 'DATABASE_URL=sqlite:./data/inboard.db\n')

  const ours = line
    .replace('/srv/inboard', folder)
    .replace('/usr/local/bin', programs)
    .replace('/var/backups/inboard', backups)
  // What Debian's cron sets: crontab(5).
  const environment = ['HOME=/', 'LOGNAME=inboard', 'SHELL=/bin/sh', 'PATH=/usr/bin:/bin']
  const { status, stderr } = spawnSync('env', ['-i', ...environment, 'sh', '-c', ours], { encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(readdirSync(backups)).toEqual([expect.stringMatching(/^inboard-.+Z\.db$/)])
})
