import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { install, project, useNewProject, write } from './project.ts'

beforeEach(useNewProject)

test('the real npm installs the locked versions, once', () => {
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
