import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { commands } from '../../../src/command/commands.ts'
import { version } from '../../../src/server/http/version.ts'
import { inboard } from '../../support/processes/command.ts'
import { cleanUp, launch, newFolder, root } from '../../support/processes/process.ts'
import { eventually } from '../../support/service/inboard.ts'

afterAll(cleanUp)

test('the help lists every command, and every command has its own', async () => {
  const names = Object.keys(commands)
  const { code, told } = await inboard(['--help'])
  expect(code).toBe(0)
  expect(names.filter((name) => !told.includes(`\n  ${name} `))).toEqual([])
  const helps = await Promise.all(names.map((name) => inboard([...name.split(' '), '--help'])))
  for (const [index, help] of helps.entries()) {
    expect(help).toMatchObject({ code: 0, complaint: '' })
    expect(help.told).toContain(`\n  inboard ${names[index]}`)
  }
})

test('it says its version', async () => {
  expect(await inboard(['--version'])).toEqual({ code: 0, told: `${version}\n`, complaint: '' })
})

test.each([
  [['sevre'], 'There is no command "sevre". Is "serve" meant? See: inboard --help'],
  [['list'], 'There is no command "list". Is "ls" meant? See: inboard --help'],
  [['done'], 'CARD is missing. See: inboard done --help'],
  [['dance'], 'There is no command "dance". See: inboard --help'],
  [['--port=3001'], 'There is no option --port=3001. See: inboard --help'],
  [['backup'], 'FILE is missing. See: inboard backup --help'],
  [['backup', '--keep', '0', 'x'], '--keep needs a number from 1 on: --keep 7.'],
  [['backup', '--keep'], '--keep needs a value: --keep N. See: inboard backup --help'],
  [['backup', '--jsn', 'x'], 'There is no option --jsn. Is --json meant? See: inboard backup --help'],
  [['stats', '--json', '--json'], '--json is given twice. See: inboard stats --help'],
  [['stats', '--json=yes'], '--json takes no value. See: inboard stats --help'],
  [['stats', 'all'], 'It takes no words, only options. See: inboard stats --help'],
])('%j is answered with what was meant', async (words, sentence) => {
  expect(await inboard(words)).toEqual({ code: 2, told: '', complaint: `${sentence}\n` })
})

test('a group of commands alone says which there are', async () => {
  const { code, complaint } = await inboard(['users'])
  expect(code).toBe(2)
  expect(complaint).toMatch(/^users does nothing alone\.\n\n/)
  const names = Object.keys(commands).filter((one) => one.startsWith('users '))
  for (const name of names) expect(complaint).toContain(`\n  inboard ${name} `)
  for (const help of ['--help', '-h']) {
    const asked = await inboard(['users', help])
    expect(asked).toMatchObject({ code: 0, complaint: '' })
    expect(asked.told.split('\n')).toHaveLength(names.length + 1)
  }
  expect((await inboard(['users', 'link', '-h'])).told).toContain('inboard users link [options] ADDRESS')
})

test.each([['backup', 'x.db'], ['stats'], ['users', 'list'], ['vacuum']])(
  'where there is no database, %s says so, and makes none',
  async (...words) => {
    const folder = newFolder()
    const { code, told, complaint } = await inboard(words, { folder })
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

test('without a command it serves, as one process that keeps its memory small', async () => {
  const server = await launch({
    command: [process.execPath, join(root, 'src/command/inboard.ts')],
    environment: { MALLOC_MMAP_THRESHOLD_: undefined, NODE_OPTIONS: '--stack-trace-limit=20' },
  })
  await eventually(() => server.stderr().includes('Inboard is running') || undefined, 'the server to start')
  expect(environmentOf(server.child.pid)).toMatchObject({
    MALLOC_MMAP_THRESHOLD_: '262144',
    NODE_OPTIONS: '--stack-trace-limit=20 --max-semi-space-size=8',
  })
  expect((await server.request('GET', '/healthz')).status).toBe(200)
  expect(await server.kill('SIGTERM')).toEqual({ code: 0, signal: null })
})
