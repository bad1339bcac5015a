import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { call, fakeNpm, install, installAll, project, useNewProject, write } from './project.ts'

beforeEach(useNewProject)

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
