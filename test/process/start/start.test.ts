import { hash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, test } from 'vitest'
import { cleanUp, newFolder, readMails, run, runInVain } from '../../support/processes/process.ts'
import { codeOfRefusal, eventually, tokenIn } from '../../support/service/inboard.ts'

afterAll(cleanUp)

const modeOf = (file: string) => statSync(file).mode & 0o777
const secret = 's'.repeat(32)

describe.concurrent('a start', () => {
  test('says once, and calmly, where it is, what it uses and what to do next', async () => {
    const { stderr, port, database, folder, kill } = await run()
    expect(stderr()).toBe(`
  Inboard is running

  URL        http://localhost:${port}  (listening on 127.0.0.1:${port})
  Database   SQLite, ${database}
  Mail       not sent, but shown here and kept in ${join(folder, 'mail.log')}

  Next       open http://localhost:${port} and sign in with your email address
             the API is described at http://localhost:${port}/docs

`)
    expect(await kill('SIGTERM')).toEqual({ code: 0, signal: null })
  })

  test('with nothing configured keeps everything in ./data, and says it loudly when mail goes nowhere', async () => {
    const { folder, stderr } = await run({
      environment: { DATABASE_URL: '', MAIL_LOG_FILE: '', MAIL_TRANSPORT: '', PATH: '' },
    })
    const data = join(folder, 'data')
    expect(stderr()).toContain(`Database   SQLite, ${data}/inboard.db\n`)
    for (const file of ['jwt-secret', 'inboard.db', 'inboard.db-wal', 'inboard.db-shm'])
      expect(modeOf(join(data, file))).toBe(0o600)
    const machineHasSendmail = existsSync('/usr/sbin/sendmail') || existsSync('/usr/lib/sendmail')
    expect(stderr().includes('NO MAIL IS SENT')).toBe(!machineHasSendmail)
  })

  test('with the log transport shows each link in the terminal and keeps each message as a line', async () => {
    const { client, stderr, folder, stdout } = await run({
      environment: { APP_URL: 'https://board.example.com' },
    })
    await client().requestLink({ email: 'ada@example.com' })
    await client().requestLink({ email: 'bob@example.com' })
    const file = join(folder, 'mail.log')
    const mails = await eventually(() => {
      const sent = readMails(file)
      return sent.length === 2 ? sent : undefined
    }, 'two messages')
    expect(mails.map(({ to }) => to).toSorted()).toEqual(['ada@example.com', 'bob@example.com'])
    for (const mail of mails) {
      expect(Object.keys(mail)).toEqual(['at', 'to', 'subject', 'text'])
      expect(mail.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      const link = `https://board.example.com/verify-email?token=${tokenIn(mail.text)}`
      expect(mail.text).toContain(link)
      await eventually(
        () => stderr().includes(`for ${mail.to}:\n  ${link}\n`) || undefined,
        'the link in the terminal',
      )
      expect(stdout()).not.toContain(tokenIn(mail.text))
      expect(stdout()).not.toContain(mail.to)
    }
    expect(modeOf(file)).toBe(0o600)
  })

  test('reads .env, and the real environment wins', async () => {
    const folder = newFolder()
    const database = join(folder, 'elsewhere.db')
    writeFileSync(
      join(folder, '.env'),
      `DATABASE_URL="sqlite:${database}"\nHOST=localhost\nMAX_PROJECTS=1\nPORT=not-a-port\n`,
    )
    const server = await run({ folder, environment: { DATABASE_URL: undefined } })
    expect(server.stderr()).toContain(`(listening on localhost:${server.port})`)
    expect(server.stderr()).toContain(`Database   SQLite, ${database}\n`)
    const ada = server.client(await server.signIn('ada@example.com'))
    await ada.addProject({ title: 'One' })
    expect(await codeOfRefusal(ada.addProject({ title: 'Two' }))).toBe('project_limit_reached')
  })

  test('warns of what is probably a mistake, on the terminal and in the log, and runs', async () => {
    const server = await run({
      environment: {
        NODE_ENV: 'production',
        APP_URL: 'http://board.example.com/boards',
        JWT_SECRET: 'a'.repeat(36),
        SMTP_HOST: 'mail.example.com',
        TRUST_POXY: '1',
      },
    })
    const named = [
      'APP_URL is http:',
      'APP_URL has the path',
      'JWT_SECRET is easy',
      'SMTP_HOST is not',
      'TRUST_POXY is not',
    ]
    const warningsOf = (text: string) =>
      [...text.matchAll(/^ {2}WARNING {4}(.+)$/gm)].map(([, warning]) => warning)
    await eventually(() => warningsOf(server.stderr()).length === named.length || undefined, 'all warnings')
    /** All that is on the terminal is in the log, too, though it may get there later. */
    const logged = () =>
      eventually(() => {
        const lines = server.stdout().split('\n').slice(0, -1)
        const warnings = lines.filter((line) => line.startsWith('{"level":40'))
        const isAll = warnings.length >= warningsOf(server.stderr()).length
        return isAll ? warnings.map((line) => JSON.parse(line).msg) : undefined
      }, 'all warnings in the log')
    expect(warningsOf(server.stderr())).toEqual(named.map((start) => expect.stringMatching(`^${start}`)))
    expect(await logged()).toEqual(warningsOf(server.stderr()))
    expect(server.stderr()).not.toContain('a'.repeat(36))

    // One that shows only when requests come.
    await server.request('GET', '/healthz', { headers: { 'x-forwarded-for': '192.0.2.1' } })
    await eventually(() => warningsOf(server.stderr()).length > named.length || undefined, 'another warning')
    expect(warningsOf(server.stderr()).at(-1)).toMatch(/^TRUST_PROXY is 0, but /)
    expect(await logged()).toEqual(warningsOf(server.stderr()))
  })

  test('takes a secret from a file', async () => {
    const folder = newFolder()
    const file = join(folder, 'secret')
    writeFileSync(file, 'the secret that is kept in a file of its own\n')
    const server = await run({ folder, environment: { JWT_SECRET_FILE: file } })
    await server.client(await server.signIn('ada@example.com')).readMe()
    expect(existsSync(join(folder, 'jwt-secret'))).toBe(false)
  })

  test('outlives the terminal it was started from', async () => {
    const { child, client, mails, kill } = await run({ environment: { LOG_LEVEL: 'debug' } })
    child.stdout?.destroy()
    child.stderr?.destroy()
    for (const email of ['ada@example.com', 'bob@example.com']) {
      await client().requestLink({ email })
      await eventually(() => mails().find(({ to }) => to === email), `a message to ${email}`)
    }
    expect(await kill('SIGTERM')).toEqual({ code: 0, signal: null })
  })
})

describe.concurrent('a start that cannot be', () => {
  test('names every mistake of the configuration at once, wherever it comes from', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, '.env'), 'MAX_PROJECTS=none\n')
    const environment = { PORT: '70000', JWT_SECRET: 'short-sesame', APP_URL: 'nowhere', LOG_LEVEL: 'loud' }
    expect(await runInVain({ folder, environment })).toEqual({
      code: 1,
      said: `
Inboard cannot start with this configuration:

  - PORT must be a whole number from 1 to 65535; it is "70000".
  - APP_URL must be an http:// or https:// URL with no query; it is "nowhere".
  - MAX_PROJECTS must be a whole number from 1 to 1000000; it is "none".
  - LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent; it is "loud".
  - JWT_SECRET must be at least 32 bytes; it has 12.

`,
    })
    expect(existsSync(join(folder, 'inboard.db'))).toBe(false)
  })

  test('because the port is taken says so, and has not touched the database', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as { port: number }
    const folder = newFolder()
    const busy = await runInVain({ folder, environment: { PORT: String(port) } })
    taken.close()
    expect(busy).toEqual({
      code: 1,
      said: `\nPort ${port} on 127.0.0.1 is in use by another program. Stop it, or choose another port with PORT, such as PORT=3001.\n\n`,
    })
    expect(existsSync(join(folder, 'inboard.db'))).toBe(false)
  })

  test('because it runs already leaves the first instance and its data alone', async () => {
    const first = await run()
    await first.signIn('ada@example.com')
    const settled = async () =>
      (await first.request('GET', '/metrics')).text.includes('inboard_mail_waiting 0\n') || undefined
    await eventually(settled, 'the first instance to have nothing left to write')
    const contents = () => ['', '-wal'].map((end) => hash('sha256', readFileSync(first.database + end)))
    const before = contents()
    const second = await runInVain({ folder: first.folder, environment: { PORT: String(first.port) } })
    expect(second.code).toBe(1)
    expect(second.said).toContain(`Port ${first.port} on 127.0.0.1 is in use`)
    expect(contents()).toEqual(before)
    expect((await first.request('GET', '/readyz')).status).toBe(200)
  })

  test('because HOST is of another machine says so', async () => {
    const { code, said } = await runInVain({ environment: { HOST: '203.0.113.1' } })
    expect(said).toMatch(/^\nHOST is not an IP of this machine \(.+203\.0\.113\.1.+\)\.\n\n$/)
    expect(code).toBe(1)
  })

  test.each<[what: string, spoil: (folder: string) => string | undefined, sentence: RegExp]>([
    [
      'the data folder cannot be made',
      (folder) => {
        writeFileSync(join(folder, 'file'), '')
        return join(folder, 'file/data/inboard.db')
      },
      /^\nThe database could not be opened: .+\. DATABASE_URL says where it is\.\n\n$/,
    ],
    [
      'the file is no database',
      (folder) => {
        writeFileSync(join(folder, 'inboard.db'), 'Dear diary, today was a day like any other. '.repeat(100))
        return undefined
      },
      /^\nThe database could not be opened: file is not a database\. DATABASE_URL says where it is\.\n\n$/,
    ],
    [
      'the database is of a newer version',
      (folder) => {
        const database = new DatabaseSync(join(folder, 'inboard.db'))
        database.exec(`create table migrations (name text not null primary key) strict;
          insert into migrations values ('9999-the-future.sql')`)
        database.close()
        return undefined
      },
      /^\nThe database was made by a newer Inboard than this one \(it has 9999-the-future\.sql\)\. Update Inboard, or restore a backup\.\n\n$/,
    ],
  ])('because %s says so, and changes nothing', async (_what, spoil, sentence) => {
    const folder = newFolder()
    const file = spoil(folder) ?? join(folder, 'inboard.db')
    const tables = () => existsSync(file) && contentOf(file)
    const before = tables()
    const environment = { JWT_SECRET: secret, DATABASE_URL: `sqlite:${file}` }
    const { code, said } = await runInVain({ folder, environment })
    expect(said).toMatch(sentence)
    expect(code).toBe(1)
    expect(tables()).toEqual(before)
  })

  test('because another program holds the database says so', async () => {
    const { folder, database, kill } = await run()
    await kill('SIGTERM')
    const other = new DatabaseSync(database)
    other.exec('begin immediate')
    const { code, said } = await runInVain({ folder })
    other.close()
    expect(said).toContain('The database could not be opened: database is locked.')
    expect(code).toBe(1)
  })
})

/** Of a database its tables, of any other file its text. */
function contentOf(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return database.prepare('select sql from sqlite_schema').all()
  } catch {
    return readFileSync(file, 'utf8')
  } finally {
    database.close()
  }
}

describe.concurrent('the session secret', () => {
  test('that was made at the first start is used at the next, so that sessions go on', async () => {
    const first = await run()
    const token = await first.signIn('ada@example.com')
    const made = readFileSync(join(first.folder, 'jwt-secret'), 'utf8')
    expect(first.stderr() + first.stdout()).not.toContain(made.trim())
    await first.kill('SIGTERM')
    const second = await run({ folder: first.folder })
    expect((await second.client(token).readMe()).user.email).toBe('ada@example.com')
    expect(readFileSync(join(first.folder, 'jwt-secret'), 'utf8')).toBe(made)
  })

  test('and the database are made once by processes that start together', async () => {
    const folder = newFolder()
    const servers = await Promise.all([1, 2, 3].map(() => run({ folder })))
    const [first] = servers
    const token = await first?.signIn('ada@example.com')
    for (const { client } of servers) {
      expect((await client(token).readMe()).user.email).toBe('ada@example.com')
      await client(token).addInboxCard({ text: 'seen by all' })
    }
    for (const { client } of servers) {
      expect((await client(token).listInboxCards()).cards.map(({ position }) => position)).toEqual([0, 1, 2])
    }
    const ends = await Promise.all(servers.map(({ kill }) => kill('SIGTERM')))
    expect(ends).toEqual(servers.map(() => ({ code: 0, signal: null })))
  })
})
