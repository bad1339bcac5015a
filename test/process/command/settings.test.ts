import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { inboard } from '../../support/processes/command.ts'
import { cleanUp, launch, newFolder, program } from '../../support/processes/process.ts'
import { eventually } from '../../support/service/inboard.ts'

afterAll(cleanUp)

test.each([['backup', 'x.db'], ['stats'], ['users', 'list'], ['vacuum']])(
  'where there is no database, %s says so, and makes none',
  async (...words) => {
    const { code, told, complaint } = await inboard(words, { folder: newFolder() })
    expect([code, told]).toEqual([1, ''])
    expect(complaint).toMatch(/^There is no database: the file \S+data\/inboard\.db does not exist\./)
  },
)

test('the settings come from the environment and from the file .env, and only those that matter have to be right', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, '.env'), `DATABASE_URL=sqlite:${folder}/here.db\nSMTP_URL=nonsense\n`)
  const { code, complaint } = await inboard(['stats'], { folder })
  expect(code).toBe(1)
  expect(complaint).toContain(`the file ${folder}/here.db does not exist`)
  const wrong = await inboard(['stats'], {
    folder,
    environment: { DATABASE_URL: 'mysql://ada:secret@host/x' },
  })
  expect(wrong.complaint).toContain('DATABASE_URL must be "sqlite:"')
  expect(wrong.complaint).not.toContain('secret')
})

/** Of a running process. */
const environmentOf = (pid = 0) =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .map((line) => line.split(/=(.*)/s)),
  )

test('without a command and with nothing configured it serves from ./data, as one process that keeps its memory small', async () => {
  const { child, folder, stderr, request, kill } = await launch({
    command: program,
    environment: {
      ...{ DATABASE_URL: '', MAIL_LOG_FILE: '', MAIL_TRANSPORT: '', PATH: '' },
      ...{ MALLOC_MMAP_THRESHOLD_: undefined, NODE_OPTIONS: '--stack-trace-limit=20' },
    },
  })
  await eventually(() => stderr().includes('Inboard is running') || undefined, 'the server to start')
  const data = join(folder, 'data')
  expect(stderr()).toContain(`Database   SQLite, ${data}/inboard.db\n`)
  for (const file of ['jwt-secret', 'inboard.db', 'inboard.db-wal', 'inboard.db-shm'])
    expect(statSync(join(data, file)).mode & 0o777).toBe(0o600)
  const machineHasSendmail = existsSync('/usr/sbin/sendmail') || existsSync('/usr/lib/sendmail')
  expect(stderr().includes('NO MAIL IS SENT')).toBe(!machineHasSendmail)
  expect(environmentOf(child.pid)).toMatchObject({
    MALLOC_MMAP_THRESHOLD_: '262144',
    NODE_OPTIONS: '--stack-trace-limit=20 --max-semi-space-size=8',
  })
  expect((await request('GET', '/healthz')).status).toBe(200)
  expect(await kill('SIGTERM')).toEqual({ code: 0, signal: null })
})
