import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { forPeople, forTheServer } from '../../src/command/commands.ts'
import { readConfig } from '../../src/server/config/config.ts'
import { root } from '../support/processes/process.ts'

const documents = ['*.md', 'docs/**/*.md', 'deploy/**/*.md'].flatMap((files) =>
  globSync(files, { cwd: root }),
)
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** As headings are linked to: in lower case, with dashes, and without signs. */
const anchorsIn = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )

test.each(documents)('%s links to existing places', (file) => {
  const links = read(file).matchAll(/\]\((?!\w+:)([^)\s#]*)(?:#([^)\s]+))?\)|(?:src|srcset)="([^":]+)"/g)
  const dead = [...links].filter(([, page, anchor, picture]) => {
    const target = page || picture ? join(dirname(file), page || picture || '') : file
    if (!existsSync(join(root, target))) return true
    return anchor !== undefined && !anchorsIn(read(target)).includes(anchor)
  })
  expect(dead.map(([link]) => link)).toEqual([])
})

test('README or the index of docs/ leads to every document', () => {
  const linksOf = (file: string) =>
    [...read(file).matchAll(/\]\(([^)#]+)/g)].map(([, link = '']) => join(dirname(file), link))
  const listed = new Set([
    'README.md',
    'docs/README.md',
    ...linksOf('README.md'),
    ...linksOf('docs/README.md'),
  ])
  expect(documents.filter((file) => !listed.has(file))).toEqual([])
})

describe('the documentation matches the program', () => {
  test('of the variables', () => {
    const rows = read('docs/configuration.md').matchAll(/^\| (`[^|]+`) \|/gm)
    const listed = [...rows].flatMap(([, names = '']) =>
      [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
    )
    const names = [...readConfig({}).names].filter((name) => !/_FILE$/.test(name) || listed.includes(name))
    expect(listed.toSorted()).toEqual(names.filter((name) => name !== 'NODE_ENV').toSorted())
  })

  test('of the command, for whoever runs the server', () => {
    const text = read('docs/operating.md')
    const section = text.slice(text.indexOf('## The command'), text.indexOf('## Day to day'))
    const words = Object.keys(forTheServer).flatMap((name) => name.split(' ').slice(-1))
    expect(words.filter((word) => word !== 'serve' && !new RegExp(`\\b${word}\\b`).test(section))).toEqual([])
  })

  test('of the command, for people: every word and every option', async () => {
    const text = read('docs/command-line.md')
    for (const [name, { load }] of Object.entries(forPeople)) {
      expect(text).toContain(`\`inboard ${name}`)
      for (const option of Object.keys((await load()).options ?? {}))
        if (option !== 'names') expect(text).toContain(`--${option}`)
    }
  })
})
