import { longestFile } from '../../../src/contract/limits.ts'

/** An account with 10,000 cards in its inbox, but for a few. */
export interface Inbox {
  token: string
  cards: string[]
}

/** What an attacker knows: accounts that are as full as they may be. */
export interface Targets {
  inbox: Inbox
  /** For batches: when their client has gone, they go on. */
  batched: Inbox
  /** For orders: all its cards change with one number. */
  ordered: Inbox
  /** 10,000 cards in one project. */
  project: { token: string; id: string }
  /** 10,000 cards in the bin. */
  bin: { token: string }
  /** Nothing at all. */
  importer: { token: string }
}

export interface Request {
  method: string
  path: string
  token: string
  body?: string
  headers?: Record<string, string>
}

export interface Attack {
  name: string
  /** Whether it reads the answers. */
  reads: boolean
  /** How many requests it sends on a connection before it waits for an answer. */
  pipelined?: number
  /** The request after `number` others on the same connection. */
  request(targets: Targets, number: number): Request
}

const get = (path: string, { token }: { token: string }, headers: Record<string, string> = {}): Request => ({
  method: 'GET',
  path,
  token,
  headers,
})

const inTurn = <T>(items: readonly T[], number: number) => items[number % items.length] as T

const order = ({ cards }: Inbox, number: number): string =>
  JSON.stringify({
    project_id: null,
    status_id: null,
    card_ids: number % 2 === 0 ? cards.toReversed() : cards,
  })

/** Puts cards at the head of 10,000, and takes them away again. */
function batch({ batched }: Targets): Request {
  const operations = Array.from({ length: 50 }, () => {
    const id = crypto.randomUUID()
    const added = { method: 'POST', path: '/api/inbox/cards', body: { text: 'x', position: 0 } }
    return [
      { ...added, idempotency_key: id },
      { method: 'DELETE', path: `/api/cards/${id}` },
    ]
  })
  const body = JSON.stringify({ operations: operations.flat() })
  return { method: 'POST', path: '/api/batch', token: batched.token, body }
}

const megabyte = 1024 * 1024
/** As large as a body may be, and each bad in its own way. */
const junk = [
  `{"card_ids":${'['.repeat(megabyte - 100)}`,
  `{"card_ids":[${'1,'.repeat(megabyte / 2 - 100)}1]}`,
  `{"card_ids":["${'x'.repeat(megabyte - 100)}"],"project_id":null,"status_id":null}`,
  `{${'"__prot":{},'.repeat(megabyte / 12 - 10)}"a":1}`,
  `"${'\\u00e9'.repeat(megabyte / 6 - 10)}"`,
]

/** Files as large as may be, each bad in its own way, made when they are first needed. */
const files: (() => { type: string; text: string })[] = [
  () => ({ type: 'application/json', text: exported(10_000) }),
  () => ({ type: 'application/json', text: `{"lists":[],"cards":[${'{"a":{}},'.repeat(1_000_000)}{}]}` }),
  () => ({ type: 'application/json', text: `{"a":${'['.repeat(longestFile - 100)}` }),
  () => ({ type: 'application/json', text: `{"a":"${'é'.repeat(longestFile / 2 - 100)}"}` }),
  () => ({ type: 'text/csv', text: `text\n"${'""'.repeat(longestFile / 2 - 100)}"` }),
  () => ({ type: 'text/csv', text: `text\n${'x,,,,,,,,,,,,,,,,,,,\n'.repeat(1_500_000)}` }),
  () => ({ type: 'text/markdown', text: `- a\n${`  ${'x'.repeat(130)}\n`.repeat(240_000)}` }),
]
const made = new Map<number, ReturnType<(typeof files)[number]>>()

function exported(count: number): string {
  const cards = Array.from({ length: count }, (_, index) => ({ text: `é"\n${'weed '.repeat(150)}${index}` }))
  const project = { title: 'P', statuses: [{ name: 'To do', cards }] }
  return JSON.stringify({ format: 'inboard', version: 1, projects: [project], inbox: [] })
}

function fileToImport({ importer: { token } }: Targets, number: number): Request {
  const index = number % files.length
  const file = made.get(index) ?? (files[index] as (typeof files)[number])()
  made.set(index, file)
  const path = `/api/import?dry_run=${number % 2 === 0}`
  return { method: 'POST', path, token, body: file.text, headers: { 'content-type': file.type } }
}

const search = (q: string) => `/api/search?limit=200&q=${encodeURIComponent(q)}`

export const attacks: Attack[] = [
  { name: 'lists', reads: true, request: ({ inbox }) => get('/api/inbox/cards', inbox) },
  {
    name: 'compressed lists',
    reads: true,
    request: ({ inbox }, number) =>
      get('/api/inbox/cards', inbox, { 'accept-encoding': inTurn(['zstd', 'br', 'gzip'], number) }),
  },
  { name: 'snapshots', reads: true, request: ({ inbox }) => get('/api/changes', inbox) },
  { name: 'pages of changes', reads: true, request: ({ inbox }) => get('/api/changes?since=0', inbox) },
  {
    name: 'searches',
    reads: true,
    request: ({ inbox }, number) => get(search(inTurn(['nothing at all', 'é'], number)), inbox),
  },
  { name: 'bins', reads: true, request: ({ bin }) => get('/api/bin', bin) },
  { name: 'exports', reads: true, request: ({ inbox }) => get('/api/export', inbox) },
  { name: 'imports', reads: true, request: fileToImport },
  { name: 'batches', reads: true, request: batch },
  {
    name: 'orders',
    reads: true,
    request: ({ ordered }, number) => ({
      method: 'PUT',
      path: '/api/cards/order',
      token: ordered.token,
      body: order(ordered, number).padEnd(megabyte - 1),
    }),
  },
  {
    name: 'junk',
    reads: true,
    request: ({ inbox }, number) => ({
      method: 'PUT',
      path: '/api/cards/order',
      token: inbox.token,
      body: inTurn(junk, number),
    }),
  },
  {
    name: 'deleted and restored projects',
    reads: true,
    request: ({ project: { token, id } }, number) =>
      number % 2 === 0
        ? { method: 'DELETE', path: `/api/projects/${id}`, token }
        : { method: 'POST', path: `/api/bin/${id}/restore`, token },
  },
  { name: 'streams', reads: true, request: ({ ordered }) => get('/api/events?since=0', ordered) },
  { name: 'unread streams', reads: false, request: ({ ordered }) => get('/api/events?since=0', ordered) },
  { name: 'unread lists', reads: false, request: ({ inbox }) => get('/api/inbox/cards', inbox) },
  {
    name: 'pipelined lists',
    reads: true,
    pipelined: 100,
    request: ({ inbox }) => get('/api/inbox/cards', inbox),
  },
  {
    name: 'unread pipelined snapshots',
    reads: false,
    pipelined: 100,
    request: ({ inbox }) => get('/api/changes', inbox),
  },
  {
    name: 'pipelined reads',
    reads: true,
    pipelined: 100,
    request: ({ inbox }, number) => get(`/api/cards/${inTurn(inbox.cards, number)}`, inbox),
  },
]

export function attackNamed(name: string): Attack {
  const found = attacks.find((attack) => attack.name === name)
  if (!found) throw new Error(`There is no attack "${name}".`)
  return found
}
