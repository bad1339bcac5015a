import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { newDataFolder } from '../../support/machine/folders.ts'
import { root } from '../../support/processes/process.ts'

export const script = join(root, 'scripts/install.js')

/** A project of its own for each test: `beforeEach(useNewProject)`. */
export let project = ''
export const useNewProject = (): void => {
  project = newDataFolder('project-')
}

type Packages = Record<string, { version?: string; optional?: boolean; link?: boolean; resolved?: string }>

export const write = (path: string, content: unknown) => {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), typeof content === 'string' ? content : JSON.stringify(content))
}
export const lock = (packages: Packages) => write('package-lock.json', { lockfileVersion: 3, packages })
export const hiddenLock = (packages: Packages) => write('node_modules/.package-lock.json', { packages })

export const wanted: Packages = {
  '': { version: '1.0.0' },
  'node_modules/pen': { version: '1.2.3' },
  'node_modules/pen/node_modules/ink': { version: '2.0.0' },
  'node_modules/ribbon': { version: '0.1.0', optional: true },
}

/** The project as npm leaves it on a platform that the optional package does not support. */
export function installAll() {
  lock(wanted)
  const { '': _project, 'node_modules/ribbon': _optional, ...found } = wanted
  for (const [path, { version }] of Object.entries(found)) write(`${path}/package.json`, { version })
  hiddenLock(found)
}

// Stands in for npm: prints its arguments and runs the given code.
export function fakeNpm(does: string): string {
  write('npm.cjs', `console.log('npm', process.argv.slice(2).join(' '));\n${does}\n`)
  return join(project, 'npm.cjs')
}
export const call = 'npm ci --include=dev --no-audit --no-fund --loglevel=error\n'

export function install({ npm = fakeNpm(''), node = [] }: { npm?: string; node?: string[] } = {}) {
  const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  const env = { PATH, HOME: process.env.HOME, npm_execpath: npm, npm_config_update_notifier: 'false' }
  const { status, stdout, stderr } = spawnSync(process.execPath, [...node, script], {
    cwd: project,
    env,
    encoding: 'utf8',
  })
  return { status, stdout, stderr }
}
