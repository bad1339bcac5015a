import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { inboard } from '../../support/processes/command.ts'
import { cleanUp, main, newFolder, program, runInVain } from '../../support/processes/process.ts'
import { unprivileged } from '../../support/processes/unprivileged.ts'

afterAll(cleanUp)

test.each<[string, (file: string) => void, string]>([
  ['is a folder', (file) => mkdirSync(file), 'EISDIR'],
  ['is a link that leads nowhere', (file) => symlinkSync('nowhere', file), 'ENOENT'],
  ['may not be read', (file) => writeFileSync(file, 'MAX_CARDS=1\n', { mode: 0 }), 'EACCES'],
])('an .env that %s stops the start, and every command that reads it', async (_how, spoil, code) => {
  const folder = newFolder()
  spoil(join(folder, '.env'))
  const said = expect.stringMatching(
    new RegExp(`\\.env could not be read: ${code}.+Make it readable for this user, or remove it\\.`),
  )
  const command = [...unprivileged, process.execPath, main]
  expect(await runInVain({ folder, command })).toEqual({ code: 1, said })
  for (const words of [['doctor'], ['backup', 'file.db'], ['users', 'list']])
    expect(await inboard(words, { folder, program: [...unprivileged, ...program] })).toEqual({
      code: 1,
      told: '',
      complaint: said,
    })
})
