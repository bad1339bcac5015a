import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { VirtualPasskey } from '../support/authenticator/authenticator.ts'
import { freePort } from '../support/network/free-port.ts'
import { cleanUp, newFolder, root, run, type ServerProcess } from '../support/processes/process.ts'
import { eventually, tokenIn } from '../support/service/inboard.ts'
import type { Held, Release } from './release.ts'

// `node test/releases/record.ts [CHECKOUT]`, once for each release: what people have done with that version, as it is in its
// database, and what its API answered them. CHECKOUT has `node_modules` and a built web app. The tests upgrade it
// (`test/api/releases`).

const checkout = resolve(process.argv[2] ?? root)
const { version } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'))
const secret = 'the secret that every release was recorded with'
const site = { origin: 'https://board.example.com', rpId: 'board.example.com' }
const folder = newFolder()
const command = [process.execPath, join(checkout, 'src/server/main.ts')]
const environment = { APP_URL: site.origin, JWT_SECRET: secret }

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape, of every version
type Body = any

function caller({ url }: ServerProcess, token?: string) {
  /** Versions differ in what they have: what one has not got is `undefined`. */
  return async (method: string, path: string, body?: object, headers?: object): Promise<Body> => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status === 404) return undefined
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return text ? JSON.parse(text) : {}
  }
}

const linkTo = async (server: ServerProcess, email: string) => {
  await caller(server)('POST', '/api/auth/magic-link', { email })
  const mail = await eventually(() => server.mails().find(({ to }) => to === email), `a link for ${email}`)
  return tokenIn(mail.text)
}

async function signIn(server: ServerProcess, email: string): Promise<string> {
  const token = await linkTo(server, email)
  return (await caller(server)('POST', '/api/auth/verify-email', { token })).token
}

async function fill(server: ServerProcess): Promise<Held> {
  const session = await signIn(server, 'ada@example.com')
  const ada = caller(server, session)
  const visitor = caller(server)

  const { project: garden } = await ada('POST', '/api/projects', { title: 'Garden' })
  const { project: house } = await ada('POST', '/api/projects', { title: 'House' })
  await ada('PATCH', `/api/projects/${house.id}`, { title: 'Haus & Hof 🏡' })
  const { statuses } = await ada('GET', `/api/projects/${garden.id}/statuses`)
  const inGarden: string[] = []
  for (const text of [
    'Weed',
    'Water the “Café au lait” dahlias',
    'Sow\nradishes, then lettuce\n\n— late',
    'לקצור',
  ]) {
    const { card } = await ada('POST', `/api/projects/${garden.id}/cards`, { text })
    inGarden.push(card.id)
  }
  const [weed, water, sow, reap] = inGarden
  const orderOf = (status_id: string | null, project_id: string | null, ...card_ids: unknown[]) =>
    ada('PUT', '/api/cards/order', { project_id, status_id, card_ids })
  await orderOf(statuses[1].id, garden.id, reap, sow)
  await orderOf(statuses[2].id, garden.id, water)
  await ada('PATCH', `/api/cards/${water}`, { complete: true })
  await ada('PATCH', `/api/cards/${weed}`, { text: "Weed, don't hoe; 100 %" })

  const inInbox: string[] = []
  for (const text of ['Call Lin', 'Buy string', 'Throw away', 'Read']) {
    const { card } = await ada('POST', '/api/inbox/cards', { text })
    inInbox.push(card.id)
  }
  await ada('DELETE', `/api/cards/${inInbox[2]}`)
  await orderOf(null, null, inInbox[3], inInbox[0])

  const { project: attic } = await ada('POST', '/api/projects', { title: 'Attic' })
  await ada('POST', `/api/projects/${attic.id}/cards`, { text: 'Clear' })
  await ada('DELETE', `/api/projects/${attic.id}`)

  const passkey = new VirtualPasskey(site)
  const options = await ada('POST', '/api/passkeys/options')
  await ada('POST', '/api/passkeys', { label: 'Key ring', credential: passkey.attest(options) })
  await visitor(
    'POST',
    '/api/auth/passkey/verify',
    passkey.assert(await visitor('POST', '/api/auth/passkey/options')),
  )
  await ada('POST', '/api/email/change', { email: 'ada@example.org' })
  const change = await eventually(
    () => server.mails().find(({ to }) => to === 'ada@example.org'),
    'the link to confirm a change',
  )

  const key = { 'idempotency-key': 'a-card-that-is-added-once' }
  const capture = { text: 'Once' }
  const { card: once } = await ada('POST', '/api/inbox/cards', capture, key)
  const made = await ada('POST', '/api/tokens', { label: 'Shell', scope: 'write' })
  const changes = await ada('GET', '/api/changes')

  const paths = [
    '/api/me',
    '/api/projects',
    ...[garden, house].flatMap(({ id }) =>
      ['', '/statuses', '/cards'].map((of) => `/api/projects/${id}${of}`),
    ),
    '/api/inbox/cards',
    ...[weed, sow].map((id) => `/api/cards/${id}`),
    '/api/passkeys',
    '/api/bin',
    '/api/sessions',
    '/api/tokens',
    '/api/changes?since=0',
  ]
  const answers: Record<string, unknown> = {}
  for (const path of paths) {
    const answer = await ada('GET', path)
    if (answer) answers[path] = answer
  }
  return {
    session,
    signInLink: await linkTo(server, 'lin@example.com'),
    changeLink: tokenIn(change.text),
    passkey: {
      id: passkey.credentialId,
      userHandle: passkey.userHandle,
      counter: passkey.counter,
      key: passkey.keys.kept(),
    },
    ...(changes && { keyed: { ...capture, key: key['idempotency-key'], id: once.id } }),
    ...(changes && { seq: changes.seq }),
    ...(made && { apiToken: made.token }),
    answers,
  }
}

/** Someone asks for a link while the mail server is away: the message waits in the outbox. */
async function leaveMailUnsent() {
  const away = { MAIL_TRANSPORT: 'smtp', SMTP_URL: `smtp://127.0.0.1:${await freePort()}` }
  const server = await run({ folder, command, environment: { ...environment, ...away } })
  await caller(server)('POST', '/api/auth/magic-link', { email: 'grace@example.com' })
  await server.kill('SIGTERM')
}

/** Every row of every table, each table after those that it refers to. The engines read the same text. */
function dump(file: string): { migrations: string[]; rows: string } {
  const database = new DatabaseSync(file, { readOnly: true })
  const all = (sql: string) => database.prepare(sql).all() as Record<string, string | number | null>[]
  const names = all("select name from sqlite_schema where type = 'table' order by name").map(({ name }) =>
    String(name),
  )
  const left = new Set(names.filter((name) => !['migrations', 'side_by_side'].includes(name)))
  const inserts: string[] = []
  while (left.size > 0) {
    for (const table of left) {
      const parents = all(`pragma foreign_key_list(${table})`).map(({ table: parent }) => String(parent))
      if (parents.some((parent) => parent !== table && left.has(parent))) continue
      left.delete(table)
      const rows = all(`select * from ${table}`)
      const lines = rows.map((row) => `  (${Object.values(row).map(literal).join(', ')})`)
      const fields = Object.keys(rows[0] ?? {}).join(', ')
      if (rows.length > 0) inserts.push(`insert into ${table} (${fields}) values\n${lines.join(',\n')};\n`)
    }
  }
  const migrations = all('select name from migrations order by name').map(({ name }) => String(name))
  database.close()
  return { migrations, rows: inserts.join('\n') }
}

const literal = (value: string | number | null) =>
  typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)

/** A migration that has shipped is never edited: the tests hold today's files against these. */
function hashes(): Record<string, string> {
  const migrations = join(checkout, 'src/server/db/migrations')
  const files = readdirSync(migrations).sort()
  return Object.fromEntries(
    files.map((file) => [
      file,
      createHash('sha256')
        .update(readFileSync(join(migrations, file)))
        .digest('hex'),
    ]),
  )
}

async function record(): Promise<Release> {
  const recordedAt = new Date().toISOString()
  const server = await run({ folder, command, environment })
  const held = await fill(server)
  await server.kill('SIGTERM')
  await leaveMailUnsent()
  const { migrations, rows } = dump(server.database)
  writeFileSync(
    join(import.meta.dirname, `${version}.sql`),
    `-- What people have done with ${version}, as it is in its database.\n\n${rows}`,
  )
  return { version, recordedAt, secret, ...site, migrations, files: hashes(), ...held }
}

try {
  const release = JSON.stringify(await record(), undefined, 2)
  writeFileSync(join(import.meta.dirname, `${version}.json`), `${release}\n`)
} finally {
  cleanUp()
}
