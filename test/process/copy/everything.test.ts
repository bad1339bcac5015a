import { existsSync, linkSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../../../src/client/client.ts'
import { openPostgres } from '../../../src/server/db/postgres/postgres.ts'
import { openSqlite } from '../../../src/server/db/sqlite/sqlite.ts'
import type { VirtualPasskey } from '../../support/authenticator/authenticator.ts'
import { Ceremonies, outcome } from '../../support/authenticator/ceremonies.ts'
import { PostgresServer } from '../../support/databases/postgres-server.ts'
import { freePort } from '../../support/network/free-port.ts'
import { cleanUp, launch, newFolder, root } from '../../support/processes/process.ts'
import { eventually, startTestInboard } from '../../support/service/inboard.ts'
import { TestSmtp } from '../../support/service/smtp.ts'

const program = join(root, 'src/command/inboard.ts')
const start = (...words: string[]) => launch({ command: [process.execPath, program, 'copy', ...words] })

async function copy(...words: string[]) {
  const { exited, stdout, stderr } = await start(...words)
  return { ...(await exited), told: stdout(), complaint: stderr() }
}

/** As if it had a password worth keeping. */
const password = 'open-sesame'
const environment = {
  JWT_SECRET: 'one secret for the old server and the new',
  APP_URL: 'http://localhost:3000',
}

interface Filled {
  file: string
  token: string
  passkey: VirtualPasskey
  lists: unknown
}

let postgres: PostgresServer
let filled: Filled
beforeAll(async () => {
  postgres = await PostgresServer.start()
  filled = await fill(newFolder())
})
afterAll(async () => {
  cleanUp()
  await postgres.stop()
})

let names = 0
async function newPostgres(): Promise<string> {
  const name = `copy_${++names}`
  await postgres.createDatabase(name)
  return name
}
const newFile = () => join(newFolder(), 'new', 'inboard.db')

const oddTexts = [
  '🪴 👩‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  'e\u0301 is not \u00e9',
  '\u202eright to left',
  'tab\tline\nreturn\rbell\u0007delete\u007f\u0085',
  `'"\\;--\${}$1{"a":"\\u0000"}`,
  '\ufffe\uffff\u{10ffff}\ufeff!',
  'null',
  '𝒳'.repeat(2000),
]

/** Somebody with a bit of everything, some of it under way. */
async function fill(folder: string): Promise<Filled> {
  const smtp = await TestSmtp.start()
  const inboard = await startTestInboard({ ...environment, ...smtp.environment }, folder)
  const visitor = inboard.client()
  await visitor.requestLink({ email: 'ada@example.com' })
  const session = await visitor.openLink({ token: await smtp.linkTo('ada@example.com') })
  const ada = { client: inboard.client(session.token), ...session }
  const ceremonies = new Ceremonies(inboard)
  const passkey = ceremonies.newPasskey({ counter: 2 ** 32 - 100 })
  expect(outcome(await ceremonies.register(ada, passkey))).toBe('201')
  await ceremonies.startRegistration(ada)
  await ceremonies.startSignIn()

  const { project } = await ada.client.addProject({ title: 'Garten 🌻' })
  await ada.client.addProject({ title: 'Empty' })
  const { statuses } = await ada.client.listStatuses({ project_id: project.id })
  const ids: string[] = []
  for (const text of oddTexts) {
    const { card } = await ada.client.addProjectCard({ project_id: project.id, text, complete: true })
    ids.push(card.id)
    await ada.client.addInboxCard({ text, position: 2147483647 - ids.length })
  }
  const [, , done] = statuses
  await ada.client.setColumn({
    project_id: project.id,
    status_id: done?.id ?? '',
    card_ids: ids.slice(2, 5).reverse(),
  })
  const { project: former } = await ada.client.addProject({ title: 'Former' })
  await ada.client.addProjectCard({ project_id: former.id, text: 'Weed' }, { idempotencyKey: 'once' })
  await ada.client.removeProject({ project_id: former.id })
  await ada.client.makeApiToken({ label: 'Shell', scope: 'capture' })

  await smtp.stop()
  await ada.client.requestAddressChange({ email: 'countess@example.com' })
  await visitor.requestLink({ email: 'bob@example.com' })
  const file = join(folder, 'inboard.db')
  addCards(file, 2500)
  const lists = await listsOf(ada.client)
  await inboard.stop()
  return { file, token: ada.token, passkey, lists }
}

/** More than are carried at once. */
function addCards(file: string, count: number) {
  const database = new DatabaseSync(file)
  database.exec(`
    with recursive numbers (n) as (values (1) union all select n + 1 from numbers where n < ${count})
    insert into cards (id, owner_id, text, complete, position, created_at, updated_at, changed)
    select printf('01900000-0000-7000-8000-%012d', n), (select id from users where email = 'ada@example.com'), 'Card ' || n, n % 2, n,
      '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', 1 from numbers`)
  database.close()
}

async function listsOf(client: Client) {
  const { projects } = await client.listProjects()
  const { cards } = await client.listInboxCards()
  return {
    me: await client.readMe(),
    passkeys: await client.listPasskeys(),
    sessions: await client.listSessions(),
    tokens: await client.listApiTokens(),
    projects,
    inbox: cards,
    bin: await client.listBin(),
    changes: await client.changes({ since: 3 }),
    boards: await Promise.all(
      projects.map(async ({ id: project_id }) => [
        await client.listStatuses({ project_id }),
        await client.listProjectCards({ project_id }),
      ]),
    ),
  }
}

type Dump = Record<string, string[]>
const tables = [
  'users',
  'counters',
  'links',
  'sent_links',
  'outbox',
  'passkeys',
  'sessions',
  'api_tokens',
  'challenges',
  'projects',
  'statuses',
  'cards',
  'tombstones',
  'bin',
  'idempotency_keys',
  'migrations',
]
const canonical = (row: object) => JSON.stringify(Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1)))

function dumpFile(file: string): Dump {
  const database = new DatabaseSync(file, { readOnly: true })
  const rows = (table: string) => database.prepare(`select * from ${table}`).all().map(canonical).sort()
  const dump = Object.fromEntries(tables.map((table) => [table, rows(table)]))
  database.close()
  return dump
}

async function dumpPostgres(name: string): Promise<Dump> {
  const client = await postgres.connect(name)
  const dump: Dump = {}
  for (const table of tables) {
    const { rows } = await client.query<{ row: object }>(`select to_json(${table}) as row from ${table}`)
    dump[table] = rows.map(({ row }) => canonical(row)).sort()
  }
  await client.end()
  return dump
}

const rowsIn = (dump: Dump) => Object.keys(dump).filter((table) => dump[table]?.length)
const asMade = ['migrations']

describe('everything is carried', () => {
  let up: string
  let down: string
  let outputs: string[]
  beforeAll(async () => {
    up = await newPostgres()
    down = newFile()
    const first = await copy('--from', `sqlite:${filled.file}`, '--to', postgres.url(up))
    expect(first).toMatchObject({ code: 0, complaint: '' })
    const second = await copy(`--from=${postgres.url(up)}`, `--to=sqlite:${down}`)
    expect(second).toMatchObject({ code: 0, complaint: '' })
    outputs = [first.told, second.told]
  })

  test('row by row, up, down, and between two of a kind', async () => {
    const original = dumpFile(filled.file)
    expect(rowsIn(original)).toEqual(tables)
    expect(await dumpPostgres(up)).toEqual(original)
    expect(dumpFile(down)).toEqual(original)
    const [file, other] = [newFile(), await newPostgres()]
    expect(await copy('--from', `sqlite:${down}`, '--to', `sqlite:${file}`)).toMatchObject({ code: 0 })
    expect(await copy('--from', postgres.url(up), '--to', postgres.url(other))).toMatchObject({ code: 0 })
    expect(dumpFile(file)).toEqual(original)
    expect(await dumpPostgres(other)).toEqual(original)
  })

  test('with a line for each table, what was compared, and what to do next', () => {
    const cards = 2500 + 2 * oddTexts.length
    const compared = outputs.map((told) => {
      expect(told).toMatch(new RegExp(`^cards +${cards} copied$`, 'm'))
      expect(told).toMatch(/DATABASE_URL: .*\n.*JWT_SECRET: /)
      expect(told).not.toContain('\r')
      expect(told).not.toContain(password)
      return told.match(/^\w+ +[\d,]+ {2}[0-9a-f]{16} {2}ok$/gm)
    })
    expect(compared[0]).toHaveLength(tables.length - 1)
    expect(compared[0]).toContainEqual(expect.stringMatching(`^cards +${cards.toLocaleString('en')} `))
    expect(compared[1]).toEqual(compared[0])
  })

  test.each<[string, () => string]>([
    ['PostgreSQL', () => postgres.url(up)],
    ['the SQLite file that came back', () => `sqlite:${down}`],
  ])('and Inboard goes on with it on %s', async (_where, address) => {
    const smtp = await TestSmtp.start()
    const inboard = await startTestInboard({ ...environment, ...smtp.environment, DATABASE_URL: address() })
    const ada = inboard.client(filled.token)
    expect(await listsOf(ada)).toEqual(filled.lists)

    const signedIn = await new Ceremonies(inboard).signIn(filled.passkey)
    expect(outcome(signedIn)).toBe('200')
    expect(signedIn.body.user.email).toBe('ada@example.com')

    // Their turn has come by now at the latest, whatever the old server had set it to.
    inboard.clock.advance(60_000)
    const bob = await inboard.client().openLink({ token: await smtp.linkTo('bob@example.com') })
    expect(bob.user).toMatchObject({ email: 'bob@example.com', email_verified: true })
    await inboard.client().openLink({ token: await smtp.linkTo('countess@example.com') })
    expect((await ada.readMe()).user).toMatchObject({ email: 'countess@example.com', pending_email: null })
    await inboard.stop()
    await smtp.stop()
  })
})

/** An empty target that has its tables already, so that they can be locked. */
async function migratedPostgres(): Promise<string> {
  const name = await newPostgres()
  await (await openPostgres(postgres.url(name))).close()
  return name
}

async function filledPostgres(): Promise<string> {
  const name = await newPostgres()
  expect(await copy('--from', `sqlite:${filled.file}`, '--to', postgres.url(name))).toMatchObject({ code: 0 })
  return name
}

interface Held {
  from: string
  to: string
  /** Something else in the source, at the same time. */
  change(sql: string): Promise<void>
  dumpTarget(): Dump | Promise<Dump>
}

const patience = { lock_timeout: '60000' }

/** Copies under way, each of which waits for somebody else's lock when it has come as far as the projects. */
const ways: [string, () => Promise<Held & { lock: { database: string; sql: string } }>][] = [
  [
    'up',
    async () => {
      const [source, target] = [newFile(), await migratedPostgres()]
      await copy('--from', `sqlite:${filled.file}`, '--to', `sqlite:${source}`)
      return {
        from: `sqlite:${source}`,
        to: postgres.url(target, patience),
        lock: { database: target, sql: 'lock table projects in exclusive mode' },
        async change(sql) {
          const database = new DatabaseSync(source)
          database.exec(sql)
          database.close()
        },
        dumpTarget: () => dumpPostgres(target),
      }
    },
  ],
  [
    'down',
    async () => {
      const [source, target] = [await filledPostgres(), newFile()]
      return {
        from: postgres.url(source, patience),
        to: `sqlite:${target}`,
        lock: { database: source, sql: 'lock table projects in access exclusive mode' },
        async change(sql) {
          const client = await postgres.connect(source)
          await client.query(sql)
          await client.end()
        },
        dumpTarget: () => dumpFile(target),
      }
    },
  ],
]

describe.each(ways)('on the way %s', (_way, prepare) => {
  async function inTheMiddle(meanwhile: (held: Held, kill: () => Promise<unknown>) => Promise<unknown>) {
    const held = await prepare()
    const locker = await postgres.connect(held.lock.database)
    await locker.query(`begin; ${held.lock.sql}`)
    const command = await start('--from', held.from, '--to', held.to)
    await eventually(
      () => command.stdout().includes('challenges ') || undefined,
      'the challenges to be copied',
    )
    await meanwhile(held, () => command.kill('SIGKILL'))
    await locker.query('rollback')
    await locker.end()
    const exit = await command.exited
    expect(rowsIn(await held.dumpTarget())).toEqual(asMade)
    return { ...held, ...exit, told: command.stdout(), complaint: command.stderr() }
  }

  async function runsAgain({ from, to, dumpTarget }: Held) {
    expect(await copy('--from', from, '--to', to)).toMatchObject({ code: 0, complaint: '' })
    expect(rowsIn(await dumpTarget())).toEqual(tables)
  }

  test('a copy that is killed leaves nothing, and can be run again', async () => {
    const killed = await inTheMiddle((_held, kill) => kill())
    expect(killed.signal).toBe('SIGKILL')
    await runsAgain(killed)
    expect(await killed.dumpTarget()).toEqual(dumpFile(filled.file))
  })

  test('a source that changes is noticed, nothing is kept, and it can be run again', async () => {
    const ended = await inTheMiddle(({ change }) =>
      change(`update users set pending_email = 'x@example.com'`),
    )
    expect(ended.code).toBe(1)
    expect(ended.complaint).toMatch(/^The source changed while it was being copied, so nothing was kept\./)
    await runsAgain(ended)
  })

  test('rows that come meanwhile are noticed as well', async () => {
    const ended = await inTheMiddle(({ change }) =>
      change(`
        insert into users (id, email, passkey_handle, created_at) values ('late', 'late@example.com', '', '');
        insert into cards (id, owner_id, text, complete, position, created_at, updated_at, changed)
          values ('late', 'late', 'Late', 0, 0, '', '', 1)`),
    )
    expect(ended.code).toBe(1)
    expect(ended.complaint).toMatch(/^The source changed while it was being copied, so nothing was kept\./)
    await runsAgain(ended)
  })
})

test('what a target cannot hold as it is keeps everything out of it', async () => {
  const [file, target] = [newFile(), await newPostgres()]
  await (await openSqlite(file)).close()
  const database = new DatabaseSync(file)
  database.exec(
    `insert into users (id, email, passkey_handle, created_at) values ('a', 'a' || char(0), '', '')`,
  )
  database.close()
  const { code, told, complaint } = await copy('--from', `sqlite:${file}`, '--to', postgres.url(target))
  expect(code).toBe(1)
  expect(told).toMatch(/^users .* DIFFERENT$/m)
  expect(complaint).toMatch(/^The target does not hold what it was given/)
  expect(rowsIn(await dumpPostgres(target))).toEqual(asMade)
})

describe('refused with a sentence, and nothing done:', () => {
  const source = () => `sqlite:${filled.file}`

  async function file(...statements: string[]): Promise<string> {
    const made = newFile()
    await (await openSqlite(made)).close()
    const database = new DatabaseSync(made)
    for (const sql of statements) database.exec(sql)
    database.close()
    return made
  }
  function foreign(content: string | undefined): string {
    const path = join(newFolder(), 'foreign.db')
    if (content !== undefined) writeFileSync(path, content)
    else
      new DatabaseSync(path).exec('create table migrations (id integer, migration text); create table t (a)')
    return path
  }
  function linked(link: (to: string, path: string) => void): string {
    const path = join(newFolder(), 'linked.db')
    link(filled.file, path)
    return path
  }

  async function refuses(code: number, given: string[], sentence: RegExp): Promise<void> {
    const files = given
      .map((word) => word.replace(/^(--\w+=)?sqlite:/, ''))
      .filter((word) => existsSync(word))
    const before = files.map((path) => readFileSync(path))
    const ended = await copy(...given)
    expect(ended).toMatchObject({ code, told: '' })
    expect(ended.complaint.trimEnd()).toMatch(sentence)
    expect(ended.complaint.trimEnd()).not.toMatch(/\n|at .*:\d+/)
    expect(ended.complaint).not.toContain(password)
    expect(files.map((path) => readFileSync(path))).toEqual(before)
  }

  test.each<[what: string, words: () => string[] | Promise<string[]>, sentence: RegExp]>([
    ['nothing given', () => [], /^Both --from and --to are needed\./],
    ['no target', () => ['--from', source()], /^Both --from and --to are needed\./],
    ['no value', () => ['--to', 'sqlite:./x.db', '--from'], /^--from needs a value: --from URL\./],
    ['an unknown option', () => ['--form', source()], /^There is no option --form\. Is --from meant\?/],
    [
      'a word too many',
      () => ['--from', source(), postgres.url('postgres')],
      /^It takes no words, only options\./,
    ],
    ['a source given twice', () => ['--from', source(), '--from', source()], /^--from is given twice\./],
    [
      'another kind of database',
      () => ['--from', source(), '--to', `mysql://root:${password}@127.0.0.1/inboard`],
      /^--to must be "sqlite:"/,
    ],
  ])('%s', async (_what, words, sentence) => {
    await refuses(2, await words(), sentence)
  })

  test.each<[what: string, words: () => string[] | Promise<string[]>, sentence: RegExp]>([
    [
      'a source file that is not there',
      () => ['--from', 'sqlite:./nowhere.db', '--to', `sqlite:${newFile()}`],
      /^There is no source: the file \S+nowhere\.db does not exist\.$/,
    ],
    [
      'a source database that is not there',
      () => ['--from', postgres.url('nowhere'), '--to', `sqlite:${newFile()}`],
      /^The source cannot be used: database "nowhere" does not exist\.$/,
    ],
    [
      'a server that is not there',
      async () => ['--from', source(), '--to', `postgres://ada:${password}@localhost:${await freePort()}/x`],
      /^The target cannot be used: .*ECONNREFUSED.*\.$/,
    ],
    [
      'a wrong password',
      () => ['--from', source(), '--to', postgres.url('postgres').replace(password, `not-${password}`)],
      /^The target cannot be used: password authentication failed for user "inboard"\.$/,
    ],
    [
      'a source that is no database',
      () => ['--from', `sqlite:${foreign('Dear diary, '.repeat(1000))}`, '--to', `sqlite:${newFile()}`],
      /^The source cannot be used: file is not a database\.$/,
    ],
    [
      'an empty source file',
      () => ['--from', `sqlite:${foreign('')}`, '--to', `sqlite:${newFile()}`],
      /^The source is not a database of Inboard\.$/,
    ],
    [
      "another program's source",
      () => ['--from', `sqlite:${foreign(undefined)}`, '--to', `sqlite:${newFile()}`],
      /^The source is not a database of Inboard\.$/,
    ],
    [
      'an empty source database',
      async () => ['--from', postgres.url(await newPostgres()), '--to', `sqlite:${newFile()}`],
      /^The source is not a database of Inboard\.$/,
    ],
    [
      'an older source',
      async () => ['--from', `sqlite:${await file('delete from migrations')}`, '--to', `sqlite:${newFile()}`],
      /^The source cannot be used: the database lacks \d+ migration/,
    ],
    [
      'a newer source',
      async () => [
        '--from',
        `sqlite:${await file(`insert into migrations values ('9999-later.sql')`)}`,
        '--to',
        `sqlite:${newFile()}`,
      ],
      /^The source cannot be used: The database was made by a newer Inboard/,
    ],
    [
      'a source that was tampered with',
      async () => [
        '--from',
        `sqlite:${await file('alter table cards add colour text')}`,
        '--to',
        `sqlite:${newFile()}`,
      ],
      /^The source has other tables than this Inboard makes \(cards\)\.$/,
    ],
    [
      'a target file with a row',
      async () => [
        '--from',
        source(),
        '--to',
        `sqlite:${await file(`insert into challenges values ('c', null, 'sign_in', '')`)}`,
      ],
      /^The target is not empty: its table "challenges" has rows\.$/,
    ],
    [
      "another program's target",
      () => ['--from', source(), '--to', `sqlite:${foreign(undefined)}`],
      /^The target is not empty: it has tables that are not known \(t, migrations\)\.$/,
    ],
    [
      'a target that is no database',
      () => ['--from', source(), '--to', `sqlite:${foreign('Dear diary, '.repeat(1000))}`],
      /^The target cannot be used: file is not a database\.$/,
    ],
    [
      'the same file twice',
      () => ['--from', source(), '--to', source()],
      /^The source and the target are the same database\.$/,
    ],
    [
      'the same file by a symbolic link',
      () => ['--from', `sqlite:${linked(symlinkSync)}`, '--to', source()],
      /^The source and the target are the same database\.$/,
    ],
    [
      'the same file by a hard link',
      () => ['--from', source(), '--to', `sqlite:${linked(linkSync)}`],
      /^The source and the target are the same database\.$/,
    ],
    [
      'the same server and database by two names',
      async () => {
        const name = await migratedPostgres()
        return ['--from', postgres.url(name), '--to', postgres.url(name).replace('127.0.0.1', 'localhost')]
      },
      /^The source and the target are the same database\.$/,
    ],
  ])('%s', async (_what, words, sentence) => {
    await refuses(1, await words(), sentence)
  })

  test('a target database with a row', async () => {
    const target = await filledPostgres()
    const before = await dumpPostgres(target)
    const { code, complaint } = await copy('--from', source(), '--to', postgres.url(target))
    expect({ code, complaint }).toEqual({
      code: 1,
      complaint: 'The target is not empty: its table "users" has rows.\n',
    })
    expect(await dumpPostgres(target)).toEqual(before)
  })

  test("another program's target database, in which nothing is made", async () => {
    const name = await newPostgres()
    const client = await postgres.connect(name)
    await client.query('create table orders (id int)')
    const { code, complaint } = await copy('--from', source(), '--to', postgres.url(name))
    expect({ code, complaint }).toEqual({
      code: 1,
      complaint: 'The target is not empty: it has tables that are not known (orders).\n',
    })
    const { rows } = await client.query(`select tablename from pg_tables where schemaname = 'public'`)
    expect(rows).toEqual([{ tablename: 'orders' }])
    await client.end()
  })

  test('a source that is not there is not made', async () => {
    const [missing, target] = [newFile(), newFile()]
    expect(await copy('--from', `sqlite:${missing}`, '--to', `sqlite:${target}`)).toMatchObject({ code: 1 })
    expect([missing, target].map((path) => existsSync(path))).toEqual([false, false])
  })
})

test('npm run copy tells how to use it', async () => {
  const { exited, stdout } = await launch({
    command: ['npm', 'run', '--silent', 'copy', '--', '--help'],
    workingFolder: root,
  })
  expect(await exited).toMatchObject({ code: 0 })
  expect(stdout()).toContain('inboard copy --from sqlite:./data/inboard.db --to postgres://')
})
