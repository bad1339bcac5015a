import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commands, forPeople } from '../../../src/command/commands.ts'
import { program, root } from '../../support/processes/process.ts'
import { atShell, type Shell } from '../../support/processes/shell.ts'
import { inboard } from '../../support/service/shared.ts'

let shell: Shell
/** Of a person whose projects have titles that a shell could run. */
let attacked: Shell
const hostile = [
  'Escape $(touch ran)',
  'Tested `touch ran`',
  'Folder \\"; touch ran; \\',
  "Hidden '; touch ran; '",
  'Wonder !! !touch & $HOME',
  'Finish "',
  'Amazed!',
]
beforeAll(async () => {
  const [person, other] = await Promise.all([atShell(inboard), atShell(inboard)])
  shell = person.shell
  attacked = other.shell
  for (const title of ['Garden', "Ada's $HOME `house`"]) await person.client.addProject({ title })
  for (const title of hostile) await other.client.addProject({ title })
  const script = join(shell.home, 'bin/inboard')
  mkdirSync(join(shell.home, 'bin'))
  writeFileSync(script, `#!/bin/sh\nexec ${program.map((word) => `'${word}'`).join(' ')} "$@"\n`)
  chmodSync(script, 0o755)
})
afterAll(() => {
  shell.remove()
  attacked.remove()
})

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`

/** What bash proposes for the last of these words, for each of these lines. */
async function proposed(lines: string[][], at = shell): Promise<string[][]> {
  const script = `
    eval "$(inboard completion bash)"
    ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _inboard; printf '%s\\n' "\${COMPREPLY[@]}" ---; }
    ${lines.map((words) => `ask inboard ${words.map(quoted).join(' ')}`).join('\n')}`
  const { stdout } = await promisify(execFile)('bash', ['-c', script], {
    env: {
      ...at.environment,
      NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
      PATH: [join(shell.home, 'bin'), process.env.PATH].join(delimiter),
    },
  })
  return stdout
    .split('---\n')
    .slice(0, -1)
    .map((answer) => answer.split('\n').filter((line) => line !== ''))
}

test('bash proposes commands, options, projects and columns, as they have to be typed', async () => {
  const first = [...new Set(Object.keys(commands).map((name) => name.split(' ')[0]))]
  const house = "Ada\\'s\\ \\$HOME\\ \\`house\\`"
  const answers: [words: string[], proposed: unknown][] = [
    [[''], [...first, '--help', '--version']],
    [['wa'], ['watch']],
    [
      ['add', '--'],
      ['--project', '--to', '--due', '--plain', '--whole', '--json', '--help'],
    ],
    [['users', 'sh'], ['show']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['add', 'x', '--project', 'gar'], ['Garden']],
    [
      ['ls', ''],
      ['Garden', house],
    ],
    [['ls', 'ada'], [house]],
    [
      ['mv', 'x', '--to', 'do'],
      ['Doing', 'Done'],
    ],
    [['mv', 'x', '--to', 'z'], []],
  ]
  expect(await proposed(answers.map(([words]) => words))).toEqual(answers.map(([, answer]) => answer))
})

test('bash takes each title as a text, and runs nothing', async () => {
  const proposals = await proposed(
    hostile.map((title) => ['ls', title.slice(0, 6)]),
    attacked,
  )
  const { stdout } = await promisify(execFile)(
    'bash',
    ['-c', `printf '%s\\n' ${proposals.flat().join(' ')}`],
    {
      cwd: attacked.home,
    },
  )
  expect(stdout.split('\n').slice(0, -1)).toEqual(hostile)
  expect(existsSync(join(attacked.home, 'ran'))).toBe(false)
})

test.each(['"', "'", '"Esc', "'Esc", '"Escape"', 'Esc"', "Esc'a"])(
  'bash proposes nothing after %s',
  async (typed) => {
    expect(await proposed([['ls', typed]], attacked)).toEqual([[]])
  },
)

/** What the scripts are offered for the last of these words, without the descriptions. */
async function offered(...words: string[]): Promise<string[]> {
  const line = ['inboard', ...words].map((word) => `${word}\n`).join('')
  const lines = (await shell.does('completion', '--names', line)).split('\n').filter(Boolean)
  return lines.map((one) => one.split('\t', 1)[0] ?? '')
}

test('the scripts for zsh and fish ask for every command and option, and run no title', async () => {
  const [zsh, fish, first, members] = await Promise.all([
    shell.does('completion', 'zsh'),
    shell.does('completion', 'fish'),
    offered(''),
    offered('users', ''),
  ])
  for (const script of [zsh, fish]) {
    expect(script).toContain('inboard completion --names')
    // Both quote what they insert, unless they are told not to.
    expect(script).not.toMatch(/\beval\b|compadd.* -Q|\(e\)|string unescape/)
  }
  expect([...first, ...members.map((member) => `users ${member}`)]).toEqual(
    expect.arrayContaining(Object.keys(commands)),
  )
  for (const [name, { load }] of Object.entries(forPeople)) {
    const options = Object.keys((await load()).options ?? {})
    expect(await offered(name, '--')).toEqual([...options, 'help'].map((option) => `--${option}`))
  }
})

test('offers each title on a line of its own, with nothing else in it', async () => {
  for (const line of ['inboard\nls\n\n', 'inboard\nmv\nx\n--project\n"\n', 'projects'])
    expect(await attacked.does('completion', '--names', line)).toBe(`${hostile.join('\n')}\n`)
})

test('offers no projects without a server or a login', async () => {
  const [offline, stranger, nothing, unknown] = await Promise.all([
    shell.run(['completion', '--names', 'projects'], {
      environment: { INBOARD_URL: 'http://127.0.0.1:1', INBOARD_TOKEN: 'inb_0123456789' },
    }),
    shell.run(['completion', '--names', 'projects'], {
      environment: { XDG_CONFIG_HOME: join(shell.home, 'none') },
    }),
    shell.run(['completion']),
    shell.run(['completion', 'tcsh']),
  ])
  for (const answer of [offline, stranger]) expect(answer).toEqual({ code: 0, told: '', complaint: '' })
  expect([nothing.code, unknown.code]).toEqual([2, 2])
})
