import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Installation } from '../../../process/package/installation.ts'
import { inboard } from '../../../support/processes/command.ts'
import { cleanUp, newFolder, root, run, type ServerProcess } from '../../../support/processes/process.ts'

let installation: Installation
beforeAll(() => {
  installation = new Installation()
  installation.install()
})
afterAll(() => {
  cleanUp()
  installation.clone.remove()
})

test('the client is included with its types, for Node and for browsers', async () => {
  const server = await run()
  const token = await server.signIn('ada@example.com')
  writeFileSync(
    join(installation.folder, 'script.mts'),
    `import { createClient, ProblemError } from 'inboard/client'
const client = createClient({ baseUrl: '${server.url}', token: () => '${token}' })
const { card } = await client.addInboxCard({ text: 'Milk' })
const revision: number = card.revision
// @ts-expect-error: it is a number.
const text: string = card.revision
// @ts-expect-error: it has a text.
client.addInboxCard({}).catch((error: unknown) => error instanceof ProblemError)
console.log(revision, text, card.text)
`,
  )
  const node = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, words, {
      cwd: installation.folder,
      encoding: 'utf8',
    })
    return { status, said: stdout + stderr }
  }
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'esnext', '--types', '']
  const checked = node(tsc, ...options, '--lib', 'esnext,dom', '--ignoreConfig', 'script.mts')
  expect(checked).toEqual({ status: 0, said: '' })
  expect(node('script.mts')).toEqual({ status: 0, said: '1 1 Milk\n' })
  const code = readFileSync(join(installation.folder, 'node_modules/inboard/build/client.js'), 'utf8')
  expect(code).not.toMatch(/\bfrom\s*["']node:|\bimport\(|\bprocess\b|\bBuffer\b/)
})

test('an installation continues after an upgrade', async () => {
  const { program, clone } = installation
  const data = newFolder()
  const environment = { DATABASE_URL: '', MAIL_LOG_FILE: join(data, 'mail.log') }
  const version = async (server: ServerProcess) =>
    (await server.request('GET', '/healthz')).headers.get('inboard-version')
  const first = await run({ folder: data, command: program, environment })
  const token = await first.signIn('ada@example.com')
  const { project } = await first.client(token).addProject({ title: 'Garden' })
  await first.client(token).addProjectCard({ project_id: project.id, text: 'Weed' })
  const before = await version(first)
  await first.kill('SIGTERM')

  const manifest = join(clone.folder, 'package.json')
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"version": ".*?"/, '"version": "99.0.0"'))
  installation.install()
  const second = await run({ folder: data, command: program, environment })
  expect([before === '99.0.0', await version(second)]).toEqual([false, '99.0.0'])
  const { projects } = await second.client(token).listProjects()
  expect(projects.map(({ title, card_count }) => [title, card_count])).toEqual([['Garden', 1]])
  expect((await inboard(['--version'], { program })).told).toBe('99.0.0\n')
})
