import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { root } from '../../../support/processes/process.ts'
import { project, script, useNewProject, write } from '../../../unit/install/project.ts'

beforeEach(useNewProject)

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
