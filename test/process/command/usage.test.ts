import { afterAll, expect, test } from 'vitest'
import { helpFor, readWords, UsageError } from '../../../src/command/command.ts'
import { commands } from '../../../src/command/commands.ts'
import { version } from '../../../src/server/common/version.ts'
import { inboard } from '../../support/processes/command.ts'
import { cleanUp, programFromSource } from '../../support/processes/process.ts'

afterAll(cleanUp)

const names = Object.keys(commands)

test('the help lists every command, and the version can be printed', async () => {
  const [{ code, told }, answer] = await Promise.all([inboard(['--help']), inboard(['--version'])])
  expect(code).toBe(0)
  expect(names.filter((name) => !told.includes(`\n  ${name} `))).toEqual([])
  expect(answer).toEqual({ code: 0, told: `${version}\n`, complaint: '' })
})

test('every command has its own help', async () => {
  for (const [name, { summary, load }] of Object.entries(commands)) {
    const command = await load()
    expect(readWords(name, command, ['--help']).options).toHaveProperty('help')
    expect(helpFor(name, summary, command)).toContain(`\n  inboard ${name}`)
  }
  // As `npm run inboard` in a checkout does. The other tests run what was built.
  const { code, told, complaint } = await inboard(['copy', '--help'], { program: programFromSource })
  expect([code, complaint]).toEqual([0, ''])
  expect(told).toContain('inboard copy --from sqlite:./data/inboard.db --to postgres://')
})

test('a mistyped name gets a suggestion', async () => {
  const mistyped: [words: string[], sentence: string][] = [
    [['sevre'], 'Unknown command "sevre". Did you mean "serve"? See: inboard --help'],
    [['list'], 'Unknown command "list". Did you mean "ls"? See: inboard --help'],
    [['dance'], 'Unknown command "dance". See: inboard --help'],
    [['--port=3001'], 'Unknown option --port=3001. See: inboard --help'],
    [['done'], 'CARD is missing. See: inboard done --help'],
  ]
  expect(await Promise.all(mistyped.map(([words]) => inboard(words)))).toEqual(
    mistyped.map(([, sentence]) => ({ code: 2, told: '', complaint: `${sentence}\n` })),
  )
})

const given = 'sqlite:./x.db'
test.each([
  ['backup', [], 'FILE is missing. See: inboard backup --help'],
  ['backup', ['--keep', '0', 'x'], '--keep needs a number of at least 1: --keep 7.'],
  ['backup', ['--keep'], '--keep needs a value: --keep N. See: inboard backup --help'],
  ['backup', ['--jsn', 'x'], 'Unknown option --jsn. Did you mean --json? See: inboard backup --help'],
  ['doctor', ['--json', '--json'], '--json was given twice. See: inboard doctor --help'],
  ['doctor', ['--json=yes'], '--json takes no value. See: inboard doctor --help'],
  ['doctor', ['all'], 'inboard doctor takes no arguments. See: inboard doctor --help'],
  ['users link', [], 'ADDRESS is missing. See: inboard users link --help'],
  ['users link', ['a@example.com', 'b@example.com'], 'Too many arguments. See: inboard users link --help'],
  ['copy', [], 'Both --from and --to are needed. See: inboard copy --help'],
  ['copy', ['--from', given], 'Both --from and --to are needed. See: inboard copy --help'],
  ['copy', ['--to', given, '--from'], '--from needs a value: --from URL. See: inboard copy --help'],
  ['copy', ['--form', given], 'Unknown option --form. Did you mean --from? See: inboard copy --help'],
  ['copy', ['--from', given, '--from', given], '--from was given twice. See: inboard copy --help'],
])('%s %j is refused before anything is done', async (name, words, sentence) => {
  const command = await commands[name]?.load()
  if (!command) throw new Error(`no ${name}`)
  const asking = async () =>
    await command.run(readWords(name, command, words), { forPeople: {}, forTheServer: {} })
  await expect(asking).rejects.toThrow(new UsageError(sentence))
})

test('another kind of database is not repeated, as it may have a password', async () => {
  const words = ['--from', given, '--to', 'mysql://root:open-sesame@127.0.0.1/inboard']
  const { code, told, complaint } = await inboard(['copy', ...words])
  expect([code, told]).toEqual([2, ''])
  expect(complaint).toMatch(/^--to must be sqlite:FILE or postgres:/)
  expect(complaint).not.toContain('open-sesame')
})

test('a group of commands alone lists its members', async () => {
  const [{ code, complaint }, member, ...helps] = await Promise.all([
    inboard(['users']),
    inboard(['users', 'link', '-h']),
    inboard(['users', '--help']),
    inboard(['users', '-h']),
  ])
  expect(code).toBe(2)
  expect(complaint).toMatch(/^Choose one:\n\n/)
  const members = names.filter((one) => one.startsWith('users '))
  for (const name of members) expect(complaint).toContain(`\n  inboard ${name} `)
  for (const asked of helps) {
    expect(asked).toMatchObject({ code: 0, complaint: '' })
    expect(asked.told.split('\n')).toHaveLength(members.length + 1)
  }
  expect(member.told).toContain('inboard users link [options] ADDRESS')
})
