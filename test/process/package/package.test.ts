import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentBy } from '../../support/agents/agent-program.ts'
import { makeClone } from '../../support/processes/clone.ts'
import { inboard } from '../../support/processes/command.ts'
import { takeFirstSteps } from '../../support/processes/first-steps.ts'
import { cleanUp, newFolder, root, run } from '../../support/processes/process.ts'

const clone = makeClone()
afterAll(() => {
  cleanUp()
  clone.remove()
})

/** With npm's own messages where it goes wrong, and nothing from the network. */
function npm(folder: string, ...words: string[]): string {
  const { status, stdout, stderr } = spawnSync('npm', [...words, '--no-audit', '--no-fund', '--offline'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter) },
  })
  if (status !== 0) throw new Error(`npm ${words.join(' ')}: ${stdout}${stderr}`)
  return stdout
}

interface Packed {
  filename: string
  size: number
  files: { path: string }[]
}

let folder: string
let packed: Packed
const pack = (): Packed => JSON.parse(npm(clone.folder, 'pack', '--json', '--pack-destination', folder))[0]
/** What it depends on has been installed here already. */
const install = ({ filename }: Packed) =>
  npm(folder, 'install', join(folder, filename), join(root, 'node_modules/typebox'))

beforeAll(() => {
  folder = newFolder()
  writeFileSync(join(folder, 'package.json'), '{}')
  packed = pack()
  install(packed)
})

test('the package is small, and has no more than it needs', () => {
  expect(packed.size).toBeLessThan(5_000_000)
  const paths = packed.files.map(({ path }) => path)
  expect(paths.filter((path) => /(?:^|\/)(?:test|bench|node_modules)\//.test(path))).toEqual([])
  // Node strips no types under node_modules.
  expect(paths.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))).toEqual([])
  for (const path of [
    'README.md',
    'LICENSE',
    'CHANGELOG.md',
    'docs/configuration.md',
    'dist/index.html',
    'build/third-party-licences.txt',
  ])
    expect(paths).toContain(path)
  expect(
    readdirSync(join(folder, 'node_modules'))
      .filter((name) => !name.startsWith('.'))
      .sort(),
  ).toEqual(['inboard', 'typebox'])
})

test('everything that is bundled comes with its licence', () => {
  const text = readFileSync(join(folder, 'node_modules/inboard/build/third-party-licences.txt'), 'utf8')
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  for (const name of [
    'fastify',
    'nodemailer',
    'pg',
    '@simplewebauthn/server',
    '@modelcontextprotocol/server',
  ])
    expect(text).toContain(`${name} ${devDependencies[name]} (`)
  const all = text.split(/\n-{80}\n/).map((one) => one.trim())
  expect(all.filter((one) => !/^\S+ \d\S+ \(.+\)\n\n\S/.test(one))).toEqual([])
})

/** As `npx inboard` in that folder. */
const program = () => [process.execPath, join(folder, 'node_modules/.bin/inboard')]

test('from an empty folder it serves, goes on after an upgrade, and its commands work beside it', async () => {
  const data = newFolder()
  const environment = { DATABASE_URL: '', MAIL_LOG_FILE: join(data, 'mail.log') }
  const first = await run({ folder: data, command: program(), environment })
  const token = await takeFirstSteps(first)
  const version = async (server: typeof first) =>
    (await server.request('GET', '/healthz')).headers.get('inboard-version')
  const before = await version(first)
  expect(statSync(join(data, 'data/inboard.db')).mode & 0o777).toBe(0o600)
  const backup = await inboard(['backup', 'before.db'], { program: program(), folder: data })
  expect(backup).toMatchObject({ code: 0, complaint: '' })
  await first.kill('SIGTERM')

  const manifest = join(clone.folder, 'package.json')
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace(/"version": ".*?"/, '"version": "99.0.0"'))
  install(pack())
  const second = await run({ folder: data, command: program(), environment })
  expect([before === '99.0.0', await version(second)]).toEqual([false, '99.0.0'])
  const { projects } = await second.client(token).listProjects()
  expect(projects.map(({ title, card_count }) => [title, card_count])).toEqual([['Garden', 1]])
  const agent = await agentBy(program(), { INBOARD_URL: second.url, INBOARD_TOKEN: token })
  expect((await agent.use('overview')).text).toContain('"Garden": To do 1')
  await agent.close()
  const { told } = await inboard(['--version'], { program: program() })
  expect(told).toBe('99.0.0\n')
})

test('on a Node that is too old it says so in a sentence', async () => {
  const old = `data:text/javascript,${encodeURIComponent(
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } })`,
  )}`
  const { code, told, complaint } = await inboard([], {
    program: [process.execPath, '--import', old, join(folder, 'node_modules/inboard/bin/inboard.js')],
  })
  expect([code, told]).toEqual([1, ''])
  expect(complaint).toMatch(/^Inboard needs Node 26 or later\. This is Node 20\.19\.0: .*\n$/)
})

test('the client is there with its types, for Node and for browsers', async () => {
  const server = await run()
  const token = await server.signIn('ada@example.com')
  writeFileSync(
    join(folder, 'script.mts'),
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
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8' })
    return { status, said: stdout + stderr }
  }
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'esnext', '--types', '']
  const checked = node(tsc, ...options, '--lib', 'esnext,dom', '--ignoreConfig', 'script.mts')
  expect(checked).toEqual({ status: 0, said: '' })
  expect(node('script.mts')).toEqual({ status: 0, said: '1 1 Milk\n' })
  const code = readFileSync(join(folder, 'node_modules/inboard/build/client.js'), 'utf8')
  expect(code).not.toMatch(/\bfrom\s*["']node:|\bimport\(|\bprocess\b|\bBuffer\b/)
})
