import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { call, fakeNpm, install, installAll, lock, project, useNewProject, wanted, write } from './project.ts'

beforeEach(useNewProject)

test('up-to-date packages are left alone, silently', () => {
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
