import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '..')
const source = join(root, 'src')

interface Import {
  from: string
  to: string
  isOwn: boolean
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
      isOwn: target.startsWith('.'),
      typeOnly: type !== undefined,
      isLater: dynamic !== undefined,
    }
  })
})

const isOurs = (to: string) => files.includes(join('src', to))

/** What people have: the rules about it. */
const nouns = ['accounts', 'oauth', 'passkeys', 'projects', 'cards', 'bin', 'calendar', 'transfer']

/** The room that a file is in, as named in `mayImport`. */
function room(path: string): string {
  const [top = '', folder = '', ...rest] = path.split('/')
  if (top !== 'server' || rest.length === 0) return top
  return nouns.includes(folder) ? 'noun' : folder
}

/** Besides their own room. What a board means, what is common to all of the server, and its configuration, any room of it may use. */
const mayImport: Record<string, string[]> = {
  contract: [],
  board: ['contract'],
  client: ['contract', 'board'],
  web: ['contract', 'board', 'client'],
  agents: ['contract', 'board', 'client'],
  common: ['contract', 'db'],
  config: ['contract'],
  db: [],
  metrics: [],
  docs: ['contract'],
  writes: ['contract', 'db'],
  feed: ['contract', 'db', 'writes'],
  mail: ['contract', 'db', 'metrics'],
  noun: ['contract', 'db', 'writes', 'feed', 'mail'],
  operate: ['db', 'noun'],
  http: ['contract', 'db', 'writes', 'feed', 'docs', 'metrics'],
  pool: ['contract', 'client', 'agents', 'db', 'writes', 'noun', 'http', 'server'],
  process: ['db', 'feed', 'noun', 'mail', 'writes', 'http', 'server'],
  server: [
    'contract',
    'db',
    'writes',
    'feed',
    'noun',
    'mail',
    'operate',
    'http',
    'metrics',
    'pool',
    'process',
  ],
  command: [
    'contract',
    'board',
    'client',
    'agents',
    'server',
    'noun',
    'db',
    'operate',
    'process',
    'pool',
    'mail',
    'http',
  ],
}
const inServer = (file: string) => /^(server|command)\//.test(file)
const isForAll = (file: string) => ['board', 'common', 'config'].includes(room(file))

describe('who may import whom', () => {
  test('there are imports to look at', () => {
    expect(imports.filter(({ to }) => isOurs(to)).length).toBeGreaterThan(100)
  })

  test('every import of our own names a file', () => {
    expect(imports.filter(({ to, isOwn }) => isOwn && !isOurs(to))).toEqual([])
  })

  test('contract ← board ← client ← web, agents; agents ← server ← command; main → app → nouns → feed → writes → db; nouns → mail → db; app → http → feed', () => {
    const forbidden = imports.filter(
      ({ from, to, typeOnly }) =>
        isOurs(to) &&
        room(from) !== room(to) &&
        !(inServer(from) && isForAll(to)) &&
        // What everything is handed, by its type.
        !(typeOnly && room(from) === 'common') &&
        !mayImport[room(from)]?.includes(room(to)),
    )
    expect(forbidden).toEqual([])
  })

  test('the contract imports nothing but TypeBox, and the board nothing but SHA-256', () => {
    const packagesOf = (name: string) =>
      new Set(imports.filter(({ from, to }) => room(from) === name && !isOurs(to)).map(({ to }) => to))
    expect(packagesOf('contract')).toEqual(new Set(['typebox']))
    expect(packagesOf('board')).toEqual(new Set(['@noble/hashes/sha2.js']))
  })

  test('the client and the web app carry no schema into a browser', () => {
    const values = imports.filter(
      ({ from, to, typeOnly }) =>
        ['board', 'client', 'web'].includes(room(from)) && !typeOnly && room(to) === 'contract',
    )
    const carried = new Set(values.map(({ to }) => to))
    expect([...carried].filter((file) => !file.startsWith('contract/plain/'))).toEqual([])
    const ofPlain = imports.filter(({ from }) => from.startsWith('contract/plain/')).map(({ to }) => to)
    expect(ofPlain.filter((to) => !to.startsWith('contract/plain/'))).toEqual([])
  })

  test('the commands for people load neither the server nor a schema, so they start at once', () => {
    const own = /^command\/(board\/.*|account\/(?!mcp).*|completion|inboard|outbox)\.ts$/
    const loaded = new Set(
      files.map((file) => relative(source, join(root, file))).filter((file) => own.test(file)),
    )
    expect(loaded.size).toBeGreaterThan(10)
    // A set goes on to what is added to it meanwhile. What is imported by a function is not loaded with the file.
    for (const file of loaded)
      for (const { from, to, typeOnly, isLater } of imports)
        if (from === file && !typeOnly && !isLater && !to.startsWith('node:')) loaded.add(to)
    const others = [...loaded].filter((file) => !['command', 'board', 'client'].includes(room(file)))
    expect(others.sort()).toEqual([
      '@noble/hashes/sha2.js',
      'contract/plain/limits.ts',
      'contract/plain/loopback.ts',
      'contract/plain/paths.ts',
      'contract/plain/statuses.ts',
      'server/common/command-error.ts',
      'server/common/files.ts',
      'server/common/near-misses.ts',
    ])
  })

  test('the compile cache of Node is never in the shared folder that Node would choose', () => {
    const programs = globSync('{bin,scripts,src,deploy}/**/*', { cwd: root, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
    const text = programs.map((file) => readFileSync(file, 'utf8')).join('\n')
    expect(text.match(/enableCompileCache\(.*?\)/g)).toEqual(['enableCompileCache(folder)'])
  })

  test('only the adapters know their engine', () => {
    const engines = imports.filter(({ to }) => to === 'node:sqlite' || to === 'pg')
    expect(engines.every(({ from }) => room(from) === 'db')).toBe(true)
    const adapters = imports.filter(({ to }) =>
      /^server\/db\/(sqlite\/sqlite|postgres\/postgres)\.ts$/.test(to),
    )
    expect(new Set(adapters.map(({ from }) => from))).toEqual(new Set(['server/db/open.ts']))
  })

  test('in the web app: model ← state ← store ← sync ← actions ← components, and never the other way round', () => {
    const layers = ['model', 'state', 'store', 'sync', 'actions', 'component']
    const layerOf = (path: string) => {
      const folder = /^web\/(model|state|store|sync|actions)\//.exec(path)?.[1]
      const isComponent =
        /^web\/(.*\.tsx$|(board|sign-in|settings|transfer|parts|bin|dialogs|frame|outbox)\/)/.test(path)
      return layers.indexOf(folder ?? (isComponent ? 'component' : ''))
    }
    const upwards = imports.filter(({ from, to }) => layerOf(from) !== -1 && layerOf(to) > layerOf(from))
    expect(upwards).toEqual([])
    const used = new Set(imports.map(({ from, to }) => `${layers[layerOf(from)]} ${layers[layerOf(to)]}`))
    expect(used).toContain('sync store')
    expect(used).toContain('actions sync')
  })

  test("only the clock reads the machine's time", () => {
    const askers = files.filter(
      (file) =>
        file.startsWith('src/server') &&
        /\bDate\.now\(|new Date\(\)/.test(readFileSync(join(root, file), 'utf8')),
    )
    expect(askers).toEqual(['src/server/common/clock.ts'])
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
    expect(writes.filter(({ by }) => by !== 'change')).toEqual([{ file: 'writes/keys.ts', by: 'held' }])
  })

  test("other rows of an owner are written only under the owner's lock", () => {
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
      'db/postgres/postgres.ts',
      'feed/tombstones.ts',
    ])
  })

  test('beside the rooms of the surfaces and of the server are their entry points alone', () => {
    const byRoom = Map.groupBy(files, dirname)
    const loose = ['server', 'web', 'command'].map((name) =>
      (byRoom.get(`src/${name}`) ?? []).map((file) => relative(`src/${name}`, file)).sort(),
    )
    expect(loose).toEqual([
      ['app.ts', 'inboard.ts', 'main.ts'],
      ['app.tsx', 'main.tsx'],
      ['command.ts', 'commands.ts', 'completion.ts', 'inboard.ts', 'outbox.ts', 'users.ts'],
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
