import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentBy } from '../../support/agents/agent-program.ts'
import { freePort } from '../../support/network/free-port.ts'
import { inboard } from '../../support/processes/command.ts'
import { takeFirstSteps } from '../../support/processes/first-steps.ts'
import { cleanUp, newFolder, root, run } from '../../support/processes/process.ts'
import { Installation, type Packed } from './installation.ts'

// What becomes of it when it is upgraded, and the client with its types, are among the long tests.

let installation: Installation
let packed: Packed
beforeAll(() => {
  installation = new Installation()
  packed = installation.install()
})
afterAll(() => {
  cleanUp()
  installation.clone.remove()
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
    'docs/mechanisms/changes.md',
    'dist/index.html',
    'build/third-party-licences.txt',
  ])
    expect(paths).toContain(path)
  expect(
    readdirSync(join(installation.folder, 'node_modules'))
      .filter((name) => !name.startsWith('.'))
      .sort(),
  ).toEqual(['inboard', 'typebox'])
})

test('everything that is bundled comes with its licence', () => {
  const text = readFileSync(
    join(installation.folder, 'node_modules/inboard/build/third-party-licences.txt'),
    'utf8',
  )
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

/** Of a running process. */
const environmentOf = (pid = 0) =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .map((line) => line.split(/=(.*)/s)),
  )

test('from an empty folder it serves, as one process that keeps its memory small, and its commands work beside it', async () => {
  const { program } = installation
  const data = newFolder()
  const environment = {
    ...{ DATABASE_URL: '', MAIL_LOG_FILE: join(data, 'mail.log') },
    ...{ MALLOC_MMAP_THRESHOLD_: undefined, NODE_OPTIONS: '--stack-trace-limit=20' },
  }
  const server = await run({ folder: data, command: program, environment })
  expect(server.stderr()).toContain(`Database   SQLite, ${data}/data/inboard.db\n`)
  expect(environmentOf(server.child.pid)).toMatchObject({
    MALLOC_MMAP_THRESHOLD_: '262144',
    NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=1024 --stack-trace-limit=20',
  })
  const token = await takeFirstSteps(server)
  for (const file of ['jwt-secret', 'inboard.db', 'inboard.db-wal', 'inboard.db-shm'])
    expect(statSync(join(data, 'data', file)).mode & 0o777).toBe(0o600)
  const backup = await inboard(['backup', 'before.db'], { program, folder: data })
  expect(backup).toMatchObject({ code: 0, complaint: '' })
  const agent = await agentBy(program, { INBOARD_URL: server.url, INBOARD_TOKEN: token })
  expect((await agent.use('overview')).text).toContain('"Garden": To do 1')
  await agent.close()
  await server.kill('SIGTERM')
})

test('it caches compiled code for its user alone, and not in the temporary folder of the machine', async () => {
  const [temporary, home] = [newFolder(), newFolder()]
  const environment = { TMPDIR: temporary, HOME: home, XDG_CACHE_HOME: '', NODE_COMPILE_CACHE: '' }
  await inboard(['--version'], { program: installation.program, environment })
  expect(readdirSync(temporary)).toEqual([])
  expect(readdirSync(join(home, '.cache/inboard/node'))).toHaveLength(1)
})

test('on a Node that is too old, it says so', async () => {
  const old = `data:text/javascript,${encodeURIComponent(
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } })`,
  )}`
  const { code, told, complaint } = await inboard([], {
    program: [
      process.execPath,
      '--import',
      old,
      join(installation.folder, 'node_modules/inboard/bin/inboard.js'),
    ],
  })
  expect([code, told]).toEqual([1, ''])
  expect(complaint).toMatch(/^Inboard needs Node 26 or later\. This is Node 20\.19\.0: .*\n$/)
})

test('a server without the built app does not start, and says why', async () => {
  const { folder } = installation.clone
  rmSync(join(folder, 'dist'), { recursive: true })
  const { status, stderr } = spawnSync(process.execPath, ['src/server/main.ts'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, PORT: String(await freePort()) },
  })
  expect([status, stderr.trim()]).toEqual([1, 'The web app has not been built. Run: npm run build'])
})
