import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const script = join(root, 'scripts/install.js')
const top = mkdtempSync(join(tmpdir(), 'inboard-'))
afterAll(() => rmSync(top, { recursive: true }))

let project: string
beforeEach(() => {
  project = mkdtempSync(join(top, 'project-'))
})

type Packages = Record<string, { version?: string; optional?: boolean; link?: boolean; resolved?: string }>

const write = (path: string, content: unknown) => {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), typeof content === 'string' ? content : JSON.stringify(content))
}
const lock = (packages: Packages) => write('package-lock.json', { lockfileVersion: 3, packages })
const hiddenLock = (packages: Packages) => write('node_modules/.package-lock.json', { packages })

const wanted: Packages = {
  '': { version: '1.0.0' },
  'node_modules/pen': { version: '1.2.3' },
  'node_modules/pen/node_modules/ink': { version: '2.0.0' },
  'node_modules/ribbon': { version: '0.1.0', optional: true },
}

/** The project as npm leaves it on a platform that the optional package does not support. */
function installAll() {
  lock(wanted)
  const { '': _project, 'node_modules/ribbon': _optional, ...found } = wanted
  for (const [path, { version }] of Object.entries(found)) write(`${path}/package.json`, { version })
  hiddenLock(found)
}

// Stands in for npm: prints its arguments and runs the given code.
function fakeNpm(does: string): string {
  write('npm.cjs', `console.log('npm', process.argv.slice(2).join(' '));\n${does}\n`)
  return join(project, 'npm.cjs')
}
const call = 'npm ci --include=dev --no-audit --no-fund --loglevel=error\n'

function install({ npm = fakeNpm(''), node = [] }: { npm?: string; node?: string[] } = {}) {
  const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const env = { PATH, HOME: process.env.HOME, npm_execpath: npm, npm_config_update_notifier: 'false' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [...node, script], {
    cwd: project,
    env,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}

test('what is installed and up to date is left alone, without a word', () => {
  installAll()
  expect(install()).toEqual({ status: 0, stdout: '', stderr: '' })
})

describe('npm is run once when', () => {
  test.each<[what: string, spoil: () => void, reason: string]>([
    ['nothing is installed', () => lock(wanted), 'missing'],
    [
      'an install was cut short',
      () => {
        installAll()
        rmSync(join(project, 'node_modules/.package-lock.json'))
      },
      'missing',
    ],
    [
      'the record of what is installed is torn',
      () => {
        installAll()
        write('node_modules/.package-lock.json', '{"packages": {"node_mod')
      },
      'missing',
    ],
    [
      'a package was removed by hand',
      () => {
        installAll()
        rmSync(join(project, 'node_modules/pen/node_modules/ink'), { recursive: true })
      },
      'missing',
    ],
    [
      'another version is wanted',
      () => {
        installAll()
        lock({ ...wanted, 'node_modules/pen': { version: '1.2.4' } })
      },
      'out of date',
    ],
    [
      'another package is wanted',
      () => {
        installAll()
        lock({ ...wanted, 'node_modules/eraser': { version: '1.0.0' } })
      },
      'missing',
    ],
    [
      'a package is there that npm does not know of',
      () => {
        installAll()
        lock({ ...wanted, 'node_modules/eraser': { version: '1.0.0' } })
        write('node_modules/eraser/package.json', {})
      },
      'out of date',
    ],
  ])('%s', (_what, spoil, reason) => {
    spoil()
    expect(install()).toEqual({
      status: 0,
      stdout: call,
      stderr: `Dependencies are ${reason}: running npm ci …\nDependencies are installed.\n`,
    })
  })
})

test.each([
  ['fails', 'process.exitCode = 7'],
  ['is interrupted', "process.kill(process.pid, 'SIGTERM')"],
])('when npm %s the start ends there, with a reason', (_how, does) => {
  lock(wanted)
  expect(install({ npm: fakeNpm(does) })).toEqual({
    status: 1,
    stdout: call,
    stderr:
      'Dependencies are missing: running npm ci …\n' +
      'npm ci failed (see above). Inboard needs the npm registry once, to install its dependencies.\n',
  })
})

describe('on a machine whose own Node is too old', () => {
  function oldNode() {
    write(
      'old.cjs',
      `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.9.0' } })`,
    )
    return ['--require', join(project, 'old.cjs')]
  }

  test('the one that comes with the dependencies will do', () => {
    installAll()
    write('node_modules/node/bin/node', '')
    expect(install({ node: oldNode() })).toEqual({ status: 0, stdout: '', stderr: '' })
  })

  test('npm is asked for one', () => {
    installAll()
    const bringsNode = `require('node:fs').mkdirSync('node_modules/node/bin', { recursive: true });
      require('node:fs').writeFileSync('node_modules/node/bin/node', '')`
    expect(install({ npm: fakeNpm(bringsNode), node: oldNode() })).toEqual({
      status: 0,
      stdout: call,
      stderr: 'Node 26 or later is missing: running npm ci …\nDependencies are installed.\n',
    })
  })

  test('and npm does not bring one, that is said', () => {
    installAll()
    const { status, stderr } = install({ node: oldNode() })
    expect(status).toBe(1)
    expect(stderr).toContain('Inboard needs Node 26 or later.')
    expect(stderr).toContain('install script of the package "node"')
  })
})

test('the real npm installs what is locked, once', () => {
  write('tiny/package.json', { name: 'tiny', version: '1.0.0' })
  write('package.json', { name: 'project', version: '1.0.0', dependencies: { tiny: 'file:./tiny' } })
  write('package-lock.json', {
    name: 'project',
    version: '1.0.0',
    lockfileVersion: 3,
    requires: true,
    packages: {
      '': { name: 'project', version: '1.0.0', dependencies: { tiny: 'file:./tiny' } },
      'node_modules/tiny': { resolved: 'tiny', link: true },
      tiny: { version: '1.0.0' },
    },
  })
  const first = install({ npm: '' })
  expect(first.stderr).toBe('Dependencies are missing: running npm ci …\nDependencies are installed.\n')
  expect(first.status).toBe(0)
  expect(existsSync(join(project, 'node_modules/tiny/package.json'))).toBe(true)
  expect(install({ npm: '' })).toEqual({ status: 0, stdout: '', stderr: '' })
})

test('it is written in what Node 20 understands', () => {
  cpSync(script, join(project, 'install.js'))
  const compile = (target: string) => {
    const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types'), '--skipLibCheck']
    const language = ['--allowJs', '--checkJs', '--lib', 'es2023', '--module', 'nodenext', '--target', target]
    const { stdout } = spawnSync(
      join(root, 'node_modules/.bin/tsc'),
      ['--ignoreConfig', ...types, ...language, '--strict', 'false', '--outDir', target, 'install.js'],
      { cwd: project, encoding: 'utf8' },
    )
    expect(stdout).toBe('')
    return readFileSync(join(project, target, 'install.js'), 'utf8')
  }
  write('package.json', { type: 'module' })
  // Newer syntax would have been transpiled for the older target, so the outputs would differ.
  expect(compile('es2023')).toBe(compile('esnext'))
})
