import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import type { Commit } from './mending.ts'

export const root = resolve(import.meta.dirname, '../..')

export function git(...words: string[]): string {
  return gitWith('', ...words)
}

function gitWith(input: string, ...words: string[]): string {
  const { status, stdout, stderr } = spawnSync('git', ['-c', 'core.quotePath=false', ...words], {
    cwd: root,
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  })
  if (status !== 0) throw new Error(`git ${words.join(' ')}: ${stderr}`)
  return stdout
}

/** Every commit that has one parent, newest first. */
export function history(): Commit[] {
  const log = git(
    'log',
    '--no-merges',
    '--min-parents=1',
    '-M',
    '--raw',
    '--numstat',
    '--format=%x01%h%x02%s%x02%b%x02',
  )
  return log
    .split('\x01')
    .slice(1)
    .map((entry) => {
      const [id = '', subject = '', body = '', changes = ''] = entry.split('\x02')
      const lines = changes.split('\n')
      const added = lines.flatMap((line) => /^:.* A\t(.+)$/.exec(line)?.[1] ?? [])
      const files = lines.flatMap((line) => {
        const [, more, less, path = ''] = /^(\d+)\t(\d+)\t(.+)$/.exec(line) ?? []
        const renamed = path
          .replace(/\{.* => (.*)\}/, '$1')
          .replace(/^.* => /, '')
          .replace('//', '/')
        return path
          ? [{ path: renamed, isNew: added.includes(path), lines: Number(more) + Number(less) }]
          : []
      })
      return { id, subject, body, files }
    })
}

/** The files of HEAD below some folders: their text by their path. */
export function filesOfHead(...folders: string[]): Map<string, string> {
  const paths = git('ls-tree', '-r', '--name-only', 'HEAD', ...folders)
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path))
  const objects = Buffer.from(gitWith(paths.map((path) => `HEAD:${path}\n`).join(''), 'cat-file', '--batch'))
  const files = new Map<string, string>()
  let at = 0
  for (const path of paths) {
    const end = objects.indexOf('\n', at)
    const size = Number(objects.toString('utf8', at, end).split(' ').at(-1))
    files.set(path, objects.toString('utf8', end + 1, end + 1 + size))
    at = end + 1 + size + 1
  }
  return files
}
