import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { newDataFolder } from '../../support/machine/folders.ts'
import { environmentOf, inboard as run } from '../../support/processes/command.ts'
import { program } from '../../support/processes/process.ts'
import { inboard } from '../../support/service/shared.ts'

const folder = newDataFolder()
afterAll(() => rmSync(folder, { recursive: true }))

const command = (...words: string[]) =>
  run(words, { folder, environment: environmentOf(inboard.world.config) })

test('an export to a terminal escapes control characters, and one to a file or a pipe does not', async () => {
  const ada = await inboard.signIn()
  const text = 'a\u009b31m b\u202e c\u007f d\u001b[2J'
  await ada.client.addInboxCard({ text })
  const environment = environmentOf(inboard.world.config)
  const terminal = [
    process.execPath,
    '--import',
    'data:text/javascript,process.stdout.isTTY = true',
    ...program.slice(1),
  ]
  const shown = await run(['export', ada.user.email], { folder, environment, program: terminal })
  expect(shown.told).toMatch(/^[\n\x20-\x7e]+$/)
  expect(JSON.stringify(JSON.parse(shown.told))).toContain(JSON.stringify(text))

  const piped = await command('export', ada.user.email)
  expect(piped.told).toContain('a\u009b31m b\u202e c\u007f d\\u001b[2J')
})

test('somebody else can import an export', async () => {
  const ada = await inboard.signIn()
  const bob = await inboard.signIn()
  const { project } = await ada.client.addProject({ title: 'Garden' })
  await ada.client.addProjectCard({ project_id: project.id, text: 'Weed' })
  await ada.client.addInboxCard({ text: 'Milk' })
  expect(await command('export', ada.user.email, 'ada.json')).toEqual({
    code: 0,
    told: '',
    complaint: `Written to ${join(folder, 'ada.json')}.\n`,
  })
  const exported = join(folder, 'ada.json')
  expect(statSync(exported).mode & 0o777).toBe(0o600)
  const again = await command('export', ada.user.email, 'ada.json')
  expect([again.code, again.complaint]).toEqual([1, `${exported} already exists.\n`])

  const piped = await command('export', ada.user.id)
  const { exported_at: _one, ...document } = JSON.parse(piped.told)
  const { exported_at: _other, ...written } = JSON.parse(readFileSync(exported, 'utf8'))
  expect(document).toEqual(written)

  const rehearsal = await command('import', '--dry-run', bob.user.email, 'ada.json')
  expect(rehearsal).toMatchObject({ code: 0, complaint: '' })
  expect(rehearsal.told).toMatch(/^This would import 1 project and 2 cards, 1 of them in the inbox\.\n/)
  expect((await bob.client.listProjects()).projects).toEqual([])

  const done = await command('import', '--json', bob.user.email, 'ada.json')
  expect(JSON.parse(done.told)).toMatchObject({ projects: 1, cards: 2, format: 'inboard' })
  const [copy] = (await bob.client.listProjects()).projects
  expect(copy).toMatchObject({ title: 'Garden', card_count: 1 })
  expect((await bob.client.listInboxCards()).cards.map(({ text }) => text)).toEqual(['Milk'])
})
