import { chmodSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import type { Finding } from '../../../src/command/doctor/finding.ts'
import { openSqlite } from '../../../src/server/db/sqlite/sqlite.ts'
import { inboard } from '../../support/processes/command.ts'
import { cleanUp, newFolder, run } from '../../support/processes/process.ts'
import { about, examined } from './examining.ts'

afterAll(cleanUp)

const all = 'Not private: other users of this machine can'

async function newDatabase(): Promise<string> {
  const file = join(newFolder(), 'inboard.db')
  await (await openSqlite(file)).close()
  return file
}

const exposedIn = (findings: Finding[]) =>
  about(findings, 'configuration')
    .filter((finding) => finding.startsWith('warning: Not private'))
    .map((finding) => finding.replace(/\. Run: .+/, ''))

const filesOf = async (file: string, environment: Record<string, string> = {}) =>
  exposedIn(await examined({ DATABASE_URL: `sqlite:${file}`, ...environment }))

test('the files that Inboard makes are private', async () => {
  const { database, kill } = await run()
  expect(await filesOf(database)).toEqual([])
  await kill('SIGTERM')
})

test.each([
  ['inboard.db', 0o644, 'read'],
  ['inboard.db', 0o640, 'read'],
  ['inboard.db', 0o666, 'change'],
  // Everything in a folder of a server that could not write was given all rights.
  ['inboard.db', 0o777, 'change'],
  ['inboard.db-wal', 0o644, 'read'],
  ['jwt-secret', 0o604, 'read'],
])('%s with the mode %o is reported', async (name, mode, right) => {
  const file = await newDatabase()
  const spoilt = join(dirname(file), name)
  writeFileSync(spoilt, '', { flag: 'a' })
  chmodSync(spoilt, mode)
  expect(await filesOf(file)).toEqual([`warning: ${all} ${right} ${spoilt}`])
})

test('a file with a secret may be for a group, but not for everyone', async () => {
  const file = await newDatabase()
  const secret = join(newFolder(), 'secret')
  writeFileSync(secret, 'open sesame, open sesame, open sesame, open', { mode: 0o640 })
  expect(await filesOf(file, { JWT_SECRET_FILE: secret })).toEqual([])
  chmodSync(secret, 0o644)
  const findings = await filesOf(file, { JWT_SECRET_FILE: secret })
  expect(findings).toEqual([`warning: ${all} read ${secret}`])
  expect(findings.join()).not.toContain('sesame')
})

test('an .env with a secret is reported, by the doctor and at the start; one without is not', async () => {
  const folder = newFolder()
  const file = join(folder, '.env')
  writeFileSync(file, 'MAX_CARDS=100\n', { mode: 0o644 })
  const saying = async () => {
    const { told } = await inboard(['doctor', '--json'], { folder })
    return exposedIn(JSON.parse(told).findings)
  }
  expect(await saying()).toEqual([])
  writeFileSync(file, 'METRICS_TOKEN=sixteen-or-more-characters\n')
  expect(await saying()).toEqual([`warning: ${all} read ${file}`])
  const { stderr, kill } = await run({ folder })
  expect(stderr()).toContain(`WARNING    ${all} read ${file}. Run: chmod o-rwx ${file}\n`)
  await kill('SIGTERM')
})

test('a backup is missed a week after the last one, or after the first account', async () => {
  const file = await newDatabase()
  const environment = { DATABASE_URL: `sqlite:${file}` }
  const saying = async () => about(await examined(environment), 'backup')
  expect(await saying()).toEqual(['good: none yet'])
  const database = new DatabaseSync(file)
  database.exec(`insert into users (id, email, passkey_handle, created_at)
    values ('u', 'ada@example.com', 'h', '2025-01-01T00:00:00.000Z')`)
  database.close()
  expect(await saying()).toEqual(['warning: none is known, and there are accounts'])

  const backup = join(newFolder(), 'backup.db')
  expect(await inboard(['backup', backup], { environment })).toMatchObject({ code: 0, complaint: '' })
  expect(await saying()).toEqual([expect.stringMatching(`^good: .+, ${backup}$`)])
  rmSync(backup)
  expect(await saying()).toEqual([
    expect.stringMatching(`^good: .+, ${backup}, which is not there any more$`),
  ])
  writeFileSync(backup, 'back again')
  writeFileSync(`${file}-last-backup`, JSON.stringify({ at: '2025-01-01T00:00:00.000Z', file: backup }))
  expect(await saying()).toEqual([`warning: the last one is from 2025-01-01T00:00:00.000Z: ${backup}`])
})

test('a backup of a database that cannot be noted is made all the same', async () => {
  const file = await newDatabase()
  mkdirSync(`${file}-last-backup`)
  const backup = join(newFolder(), 'backup.db')
  const { code, complaint } = await inboard(['backup', backup], {
    environment: { DATABASE_URL: `sqlite:${file}` },
  })
  expect(code).toBe(0)
  expect(complaint).toMatch(/^The backup is complete, but could not be noted/)
  expect(statSync(backup).size).toBeGreaterThan(0)
})
