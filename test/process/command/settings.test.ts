import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { inboard } from '../../support/processes/command.ts'
import { cleanUp, newFolder } from '../../support/processes/process.ts'

afterAll(cleanUp)

test('without a database, every command says so, and creates none', async () => {
  const commands = [
    ['backup', 'x.db'],
    ['users', 'list'],
    ['export', 'ada@example.com'],
  ]
  const complaint = expect.stringMatching(
    /^There is no database: the file \S+data\/inboard\.db does not exist\./,
  )
  expect(await Promise.all(commands.map((words) => inboard(words, { folder: newFolder() })))).toEqual(
    commands.map(() => ({ code: 1, told: '', complaint })),
  )
})

test('settings come from the environment and .env, and only relevant ones are checked', async () => {
  const folder = newFolder()
  writeFileSync(join(folder, '.env'), `DATABASE_URL=sqlite:${folder}/here.db\nSMTP_URL=nonsense\n`)
  const { code, complaint } = await inboard(['users', 'list'], { folder })
  expect(code).toBe(1)
  expect(complaint).toContain(`the file ${folder}/here.db does not exist`)
  const wrong = await inboard(['users', 'list'], {
    folder,
    environment: { DATABASE_URL: 'mysql://ada:secret@host/x' },
  })
  expect(wrong.complaint).toContain('DATABASE_URL must be sqlite:FILE or postgres:')
  expect(wrong.complaint).not.toContain('secret')
})
