import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const source = join(root, 'src')

interface Import {
  from: string
  to: string
  typeOnly: boolean
  /** By a function, when it is needed. */
  isLater: boolean
}

const files = globSync('src/**/*.{ts,tsx,js}', { cwd: root })

/** Every import in every file. `to` is a path below src/, or the name of a package. */
const imports = files.flatMap((file): Import[] => {
  const text = readFileSync(join(root, file), 'utf8')
  const statements = text.matchAll(
    /(?:^|\s)(import|export)\s(type\s)?[^'"`;]*?from\s+'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/g,
  )
  return [...statements].map(([, , type, named, dynamic]) => {
    const target = named ?? dynamic ?? ''
    const to = target.startsWith('.') ? relative(source, resolve(root, dirname(file), target)) : target
    return {
      from: relative(source, join(root, file)),
      to,
      typeOnly: type !== undefined,
      isLater: dynamic !== undefined,
    }
  })
})

const isOurs = (to: string) => files.includes(join('src', to))

const nouns = ['accounts', 'passkeys', 'projects', 'cards', 'bin', 'transfer']
const parts = ['db', 'feed', 'mail', 'http', 'docs', 'metrics']

/** The part of the tree that a file belongs to, as named in `mayImport`. */
function room(path: string): string {
  const [top = '', folder = ''] = path.split('/')
  if (top !== 'server') return top
  if (nouns.includes(folder)) return 'noun'
  return parts.includes(folder) ? folder : 'server'
}

// Files that any part may import: plain values, and what the rules know of the outside.
const common = [
  'audit',
  'caller',
  'clock',
  'config',
  'ip',
  'json',
  'leftovers',
  'private-folder',
  'problems',
  'refused',
  'shipped',
  'world',
].map((name) => `server/${name}.ts`)

const mayImport: Record<string, string[]> = {
  contract: ['contract'],
  client: ['contract', 'client'],
  web: ['contract', 'client', 'web'],
  mcp: ['contract', 'client', 'mcp'],
  db: ['db'],
  metrics: ['metrics'],
  docs: ['contract', 'docs'],
  feed: ['contract', 'feed', 'db'],
  mail: ['mail', 'db', 'metrics'],
  noun: ['contract', 'noun', 'db', 'feed', 'mail'],
  http: ['contract', 'http', 'db', 'feed', 'docs', 'metrics'],
  server: ['contract', 'client', 'mcp', 'server', 'noun', 'db', 'feed', 'mail', 'http', 'metrics'],
  command: ['contract', 'client', 'mcp', 'command', 'server', 'noun', 'db', 'mail', 'http'],
}

describe('who may import whom', () => {
  test('there are imports to look at', () => {
    expect(imports.filter(({ to }) => isOurs(to)).length).toBeGreaterThan(100)
  })

  test('every import of our own names a file', () => {
    const relativeOnes = imports.filter(({ to }) => /\.(ts|tsx|js)$/.test(to))
    expect(relativeOnes.filter(({ to }) => !isOurs(to))).toEqual([])
  })

  test('contract ← client ← web, mcp; contract, mcp ← server ← command; main → app → nouns → feed → db; nouns → mail → db; app → http → feed', () => {
    const forbidden = imports.filter(
      ({ from, to }) =>
        isOurs(to) &&
        !common.includes(to) &&
        !common.includes(from) &&
        !mayImport[room(from)]?.includes(room(to)),
    )
    expect(forbidden).toEqual([])
  })

  test('the contract imports nothing but TypeBox', () => {
    const packages = imports.filter(({ from, to }) => room(from) === 'contract' && !isOurs(to))
    expect(new Set(packages.map(({ to }) => to))).toEqual(new Set(['typebox']))
  })

  test('the client and the web app carry no schema into a browser', () => {
    const values = imports.filter(
      ({ from, to, typeOnly }) =>
        ['client', 'web'].includes(room(from)) && !typeOnly && room(to) === 'contract',
    )
    const carried = new Set(values.map(({ to }) => to))
    expect(carried).toEqual(
      new Set(['contract/files.ts', 'contract/limits.ts', 'contract/paths.ts', 'contract/statuses.ts']),
    )
    expect(imports.filter(({ from }) => carried.has(from))).toEqual([])
  })

  test('what people do from a shell loads neither the server nor a schema, and so starts at once', () => {
    const own = /^command\/(cards\/.*|completion\/.*|completion|login|logout|login-file|inboard)\.ts$/
    const loaded = new Set(
      files.map((file) => relative(source, join(root, file))).filter((file) => own.test(file)),
    )
    expect(loaded.size).toBeGreaterThan(20)
    // A set goes on to what is added to it meanwhile. What is imported by a function is not loaded with the file.
    for (const file of loaded)
      for (const { from, to, typeOnly, isLater } of imports)
        if (from === file && !typeOnly && !isLater && !to.startsWith('node:')) loaded.add(to)
    const others = [...loaded].filter((file) => !file.startsWith('command/') && room(file) !== 'client')
    expect(others.sort()).toEqual([
      'contract/limits.ts',
      'contract/paths.ts',
      'contract/statuses.ts',
      'server/cards/fold.ts',
      'server/near-misses.ts',
      'server/refused.ts',
    ])
  })

  test('only the adapters know their engine', () => {
    const engines = imports.filter(({ to }) => to === 'node:sqlite' || to === 'pg')
    expect(engines.every(({ from }) => room(from) === 'db')).toBe(true)
    const adapters = imports.filter(({ to }) =>
      /^server\/db\/(sqlite\/sqlite|postgres\/postgres)\.ts$/.test(to),
    )
    expect(new Set(adapters.map(({ from }) => from))).toEqual(new Set(['server/db/open.ts']))
  })

  test('in the web app: state ← store ← sync ← actions ← components, and never the other way round', () => {
    const layers = ['state', 'store', 'sync', 'actions', 'component']
    const layerOf = (path: string) => {
      const folder = /^web\/(state|store|sync|actions)\//.exec(path)?.[1]
      const isComponent = /^web\/(.*\.tsx$|board\/|account\/|bin\/|dialogs\/|frame\/|outbox\/)/.test(path)
      return layers.indexOf(folder ?? (isComponent ? 'component' : ''))
    }
    const upwards = imports.filter(({ from, to }) => layerOf(from) !== -1 && layerOf(to) > layerOf(from))
    expect(upwards).toEqual([])
    const used = new Set(imports.map(({ from, to }) => `${layers[layerOf(from)]} ${layers[layerOf(to)]}`))
    expect(used).toContain('sync store')
    expect(used).toContain('actions sync')
  })

  test('nobody asks the machine for the time but the clock', () => {
    const askers = files.filter(
      (file) =>
        file.startsWith('src/server') &&
        /\bDate\.now\(|new Date\(\)/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(askers).toEqual(['src/server/clock.ts'])
  })

  /** Every query of the server that writes to one of these tables: its file, and what carries it out. */
  function writesTo(tables: string): { file: string; by: string }[] {
    const pattern = new RegExp(`\\b(?:insert into|update|delete from)\\s+(?:${tables})\\b`)
    return files
      .filter((file) => file.startsWith('src/server'))
      .flatMap((file) => {
        const queries = readFileSync(join(root, file), 'utf8').matchAll(
          /\b(\w+)\.(?:get|all|run|send|json\(\w+\))(?:<[^`]*?>)?`([^`]*)`/g,
        )
        return [...queries]
          .filter(({ 2: sql = '' }) => pattern.test(sql))
          .map(({ 1: by = '' }) => ({ file: relative('src/server', file), by }))
      })
  }

  test('cards, projects and the bin are written by changes alone, which take the next number of their owner', () => {
    const writes = writesTo('cards|projects|statuses|bin|idempotency_keys')
    expect(writes.length).toBeGreaterThan(20)
    // That a key is forgotten is no change.
    expect(writes.filter(({ by }) => by !== 'change')).toEqual([{ file: 'feed/keys.ts', by: 'held' }])
  })

  test('what else belongs to an owner is written by those who hold the lock of the owner', () => {
    const passkeys = writesTo('passkeys')
    expect(passkeys.length).toBeGreaterThan(2)
    expect(passkeys.filter(({ by }) => by !== 'held')).toEqual([])
    // To be forgotten is no change.
    const tombstones = writesTo('tombstones')
    expect(tombstones.length).toBeGreaterThan(2)
    expect(new Set(tombstones.map(({ file }) => file))).toEqual(new Set(['feed/tombstones.ts']))
    expect(tombstones.filter(({ by }) => by !== 'change').map(({ by }) => by)).toEqual(['held'])
  })

  test('counters are written by the database layer and by the tombstones, which are counted there', () => {
    const writers = files.filter((file) =>
      /\b(?:insert into|update|delete from)\s+counters\b/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(writers.map((file) => relative('src/server', file)).sort()).toEqual([
      'db/counters.ts',
      'db/postgres/queries.ts',
      'feed/tombstones.ts',
    ])
  })

  test('there are no cycles', () => {
    const edges = Map.groupBy(
      imports.filter(({ to, typeOnly }) => isOurs(to) && !typeOnly),
      ({ from }) => from,
    )
    const done = new Set<string>()
    const cycles: string[][] = []
    const visit = (file: string, path: string[]) => {
      if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file])
      else if (!done.has(file)) {
        for (const { to } of edges.get(file) ?? []) visit(to, [...path, file])
        done.add(file)
      }
    }
    for (const file of edges.keys()) visit(file, [])
    expect(cycles).toEqual([])
  })
})
