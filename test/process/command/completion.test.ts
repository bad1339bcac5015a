import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commands, forPeople } from '../../../src/command/commands.ts'
import { root } from '../../support/processes/process.ts'
import { atShell, type Shell } from '../../support/processes/shell.ts'
import { startTestInboard, type TestInboard } from '../../support/service/inboard.ts'

let inboard: TestInboard
let shell: Shell
beforeAll(async () => {
  inboard = await startTestInboard()
  const person = await atShell(inboard)
  shell = person.shell
  for (const title of ['Garden', "Ada's $HOME `house`"]) await person.client.addProject({ title })
  await shell.does('ls')
  const program = join(shell.home, 'bin/inboard')
  mkdirSync(join(shell.home, 'bin'))
  writeFileSync(
    program,
    `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'src/command/inboard.ts')}' "$@"\n`,
  )
  chmodSync(program, 0o755)
})
afterAll(async () => {
  shell.remove()
  await inboard.stop()
})

/** What bash proposes for the last of these words. */
async function proposed(...words: string[]): Promise<string[]> {
  const script = `
    eval "$(inboard completion bash)"
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1))
    _inboard
    printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout } = await promisify(execFile)('bash', ['-c', script, 'bash', 'inboard', ...words], {
    env: { ...shell.environment, PATH: [join(shell.home, 'bin'), process.env.PATH].join(delimiter) },
  })
  return stdout.split('\n').filter((line) => line !== '')
}

describe('bash', () => {
  test('proposes commands and options', async () => {
    const first = [...new Set(Object.keys(commands).map((name) => name.split(' ')[0]))]
    expect(await proposed('')).toEqual([...first, '--help', '--version'])
    expect(await proposed('wa')).toEqual(['watch'])
    expect(await proposed('add', '--')).toEqual(['--project', '--to', '--whole', '--json', '--help'])
    expect(await proposed('users', 'sh')).toEqual(['show'])
    expect(await proposed('completion', '')).toEqual(['bash', 'zsh', 'fish'])
  })

  test('proposes projects and columns, as they have to be typed', async () => {
    expect(await proposed('add', 'x', '--project', 'gar')).toEqual(['Garden'])
    expect(await proposed('ls', '')).toEqual(['Garden', "Ada\\'s\\ \\$HOME\\ \\`house\\`"])
    expect(await proposed('ls', 'ada')).toEqual(["Ada\\'s\\ \\$HOME\\ \\`house\\`"])
    expect(await proposed('mv', 'x', '--to', 'do')).toEqual(['Doing', 'Done'])
    expect(await proposed('mv', 'x', '--to', 'z')).toEqual([])
  })
})

test.each(['zsh', 'fish'])(
  'the script for %s has every command, the options for people, and asks for names',
  async (name) => {
    const script = await shell.does('completion', name)
    const options = await Promise.all(
      Object.values(forPeople).map(async ({ load }) => Object.keys((await load()).options ?? {})),
    )
    const marks = { zsh: (word: string) => `'--${word}:`, fish: (word: string) => ` -l ${word} ` }[
      name as 'zsh' | 'fish'
    ]
    for (const word of Object.keys(commands))
      for (const part of word.split(' ')) expect(script).toContain(part)
    for (const option of options.flat()) expect(script).toContain(marks(option))
    expect(script).toContain('inboard completion --names')
  },
)

test('names are those of before where the server does not answer, and none where nobody is logged in', async () => {
  const environment = { INBOARD_URL: 'http://127.0.0.1:1', INBOARD_TOKEN: 'inb_0123456789' }
  const offline = await shell.run(['completion', '--names', 'projects'], { environment })
  expect(offline).toMatchObject({ code: 0, complaint: '' })
  expect(offline.told).toContain('Garden\n')
  const stranger = await shell.run(['completion', '--names', 'projects'], {
    environment: { XDG_CONFIG_HOME: join(shell.home, 'none'), XDG_CACHE_HOME: join(shell.home, 'none') },
  })
  expect(stranger).toEqual({ code: 0, told: '', complaint: '' })
  expect((await shell.run(['completion'])).code).toBe(2)
  expect((await shell.run(['completion', 'tcsh'])).code).toBe(2)
})
