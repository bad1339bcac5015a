import { execFile } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { commands, forPeople } from '../../../src/command/commands.ts'
import { program, root } from '../../support/processes/process.ts'
import { atShell, type Shell } from '../../support/processes/shell.ts'
import { inboard } from '../../support/service/shared.ts'

let shell: Shell
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
  const person = await atShell(inboard)
  shell = person.shell
  for (const title of ['Garden', "Ada's $HOME `house`"]) await person.client.addProject({ title })
  const script = join(shell.home, 'bin/inboard')
  mkdirSync(join(shell.home, 'bin'))
  writeFileSync(script, `#!/bin/sh\nexec ${program.map((word) => `'${word}'`).join(' ')} "$@"\n`)
  chmodSync(script, 0o755)
})
afterAll(() => shell.remove())

const quoted = (word: string) => `'${word.replaceAll("'", "'\\''")}'`

/** What bash proposes for the last of these words, for each of these lines. */
async function proposed(lines: string[][], environment = {}): Promise<string[][]> {
  const script = `
    eval "$(inboard completion bash)"
    ask() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _inboard; printf '%s\\n' "\${COMPREPLY[@]}" ---; }
    ${lines.map((words) => `ask inboard ${words.map(quoted).join(' ')}`).join('\n')}`
  const { stdout } = await promisify(execFile)('bash', ['-c', script], {
    env: {
      ...shell.environment,
      ...environment,
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

test.each([['"'], ["'"], ['']])(
  'bash takes each title as a text after the quote %s, and runs nothing',
  async (quote) => {
    const cache = join(shell.home, `cache of ${quote}`)
    mkdirSync(join(cache, 'inboard'), { recursive: true })
    writeFileSync(join(cache, 'inboard/projects'), hostile.join('\n'))
    // Only an interactive bash expands history, which no proposal between these quotes can prevent.
    const titles = hostile.filter((title) => quote !== '"' || !title.includes('!'))
    const lines = titles.map((title) => ['ls', `${quote}${title.slice(0, 6)}`])
    const proposals = await proposed(lines, { XDG_CACHE_HOME: cache })
    // As readline closes a quote.
    const typed = proposals.map(([one = '']) => quote + one + (one.endsWith(quote) ? '' : quote))
    const { stdout } = await promisify(execFile)('bash', ['-c', `printf '%s\\n' ${typed.join(' ')}`], {
      cwd: shell.home,
    })
    expect(stdout.split('\n').slice(0, -1)).toEqual(titles)
    expect(existsSync(join(shell.home, 'ran'))).toBe(false)
  },
)

test.each([
  ['"', '!; touch ran; #'],
  ['"!', '!; touch ran; #'],
  ["'", "'; touch ran; #"],
  ['"Garden"', 'Garden"; touch ran; #'],
  ["'Garden'", "Garden'; touch ran; #"],
  ["Gar'den", "Gar'den; touch ran; #"],
  ['Gar"den', 'Gar"den; touch ran; #'],
])('after %s, bash does not propose %s', async (typed, title) => {
  const cache = mkdtempSync(join(shell.home, 'cache-'))
  mkdirSync(join(cache, 'inboard'))
  writeFileSync(join(cache, 'inboard/projects'), title)
  expect(await proposed([['ls', typed]], { XDG_CACHE_HOME: cache })).toEqual([[]])
})

/** What the scripts are offered for the last of these words, without the descriptions. */
async function offered(...words: string[]): Promise<string[]> {
  const line = ['inboard', ...words].map((word) => `${word}\n`).join('')
  const lines = (await shell.does('completion', '--names', line)).split('\n').filter(Boolean)
  return lines.map((one) => one.split('\t', 1)[0] ?? '')
}

test('the scripts for zsh and fish ask for every command and option, and run nothing that they are offered', async () => {
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
  const cache = join(shell.home, 'cache of titles')
  mkdirSync(join(cache, 'inboard'), { recursive: true })
  writeFileSync(join(cache, 'inboard/projects'), hostile.join('\n'))
  for (const line of ['inboard\nls\n\n', 'inboard\nmv\nx\n--project\n"\n', 'projects'])
    expect(
      (await shell.run(['completion', '--names', line], { environment: { XDG_CACHE_HOME: cache } })).told,
    ).toBe(`${hostile.join('\n')}\n`)
})

test('uses the cached names if the server does not answer, and none without a login', async () => {
  const none = join(shell.home, 'none')
  await shell.does('completion', '--names', 'projects')
  const [offline, stranger, nothing, unknown] = await Promise.all([
    shell.run(['completion', '--names', 'projects'], {
      environment: { INBOARD_URL: 'http://127.0.0.1:1', INBOARD_TOKEN: 'inb_0123456789' },
    }),
    shell.run(['completion', '--names', 'projects'], {
      environment: { XDG_CONFIG_HOME: none, XDG_CACHE_HOME: none },
    }),
    shell.run(['completion']),
    shell.run(['completion', 'tcsh']),
  ])
  expect(offline).toMatchObject({ code: 0, complaint: '' })
  expect(offline.told).toContain('Garden\n')
  expect(stranger).toEqual({ code: 0, told: '', complaint: '' })
  expect([nothing.code, unknown.code]).toEqual([2, 2])
})
