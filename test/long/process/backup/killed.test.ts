import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backupOf, command, countIn, crowdWith, other } from '../../../process/backup/files.ts'
import { cleanUp, launch, newFolder, program } from '../../../support/processes/process.ts'
import { eventually } from '../../../support/service/inboard.ts'

afterAll(cleanUp)

let source: string
beforeAll(async () => {
  source = await crowdWith(200)
})

const start = (database: string, ...words: string[]) =>
  launch({
    command: [...program, ...words],
    environment: { DATABASE_URL: `sqlite:${database}` },
  })

test('a backup that is killed leaves no file of that name', async () => {
  const file = join(newFolder(), 'backup.db')
  const { child, exited } = await start(source, 'backup', file)
  await eventually(() => readdirSync(dirname(file)).length > 0 || undefined, 'it to begin')
  child.kill('SIGKILL')
  await exited
  if (existsSync(file)) expect(countIn(file)).toBe(20_000)
  expect(await command(source, 'backup', `${file}.2`)).toMatchObject({ code: 0 })
})

test('a killed restore has done everything or nothing', async () => {
  const file = await backupOf(source)
  const begun = performance.now()
  await (await start(await other(), 'restore', '--yes', file)).exited
  const took = performance.now() - begun
  // Whenever that is, what follows holds.
  for (const share of [0.4, 0.6, 0.7, 0.8, 0.9, 1]) {
    const target = await other()
    const { child, exited } = await start(target, 'restore', '--yes', file)
    await pause(took * share)
    child.kill('SIGKILL')
    await exited
    expect([0, 20_000]).toContain(countIn(target))
    expect(await command(target, 'restore', '--yes', file)).toMatchObject({ code: 0 })
    expect(countIn(target)).toBe(20_000)
  }
})
