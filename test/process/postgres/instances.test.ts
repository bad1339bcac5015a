import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ProblemError } from '../../../src/client/client.ts'
import { VirtualPasskey } from '../../support/authenticator/authenticator.ts'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { PostgresServer } from '../../support/databases/postgres-server.ts'
import { cleanUp, run, type ServerProcess } from '../../support/processes/process.ts'
import { type Answer, eventually } from '../../support/service/inboard.ts'
import { TestSmtp } from '../../support/service/smtp.ts'

const maxProjects = 5
const maxCards = 150
const site = { origin: 'http://localhost:3000', rpId: 'localhost' }

let postgres: PostgresServer
let smtp: TestSmtp
let instances: ServerProcess[]
beforeAll(async () => {
  postgres = await PostgresServer.start()
  smtp = await TestSmtp.start()
  await postgres.createDatabase('shared')
  // One of them as if behind a pooler, so that everything is done in both ways.
  instances = await Promise.all([instanceOn('shared', smtp), instanceOn('shared', smtp, { prepare: 'off' })])
})
afterAll(async () => {
  cleanUp()
  await Promise.all([smtp.stop(), postgres.stop()])
})

/** On a busy machine, whoever has to wait is not turned away. */
const patience = {
  connectionTimeoutMillis: '60000',
  lock_timeout: '60000',
  statement_timeout: '60000',
  query_timeout: '60000',
}

const instanceOn = (database: string, { environment }: TestSmtp, parameters?: Record<string, string>) =>
  run({
    environment: {
      DATABASE_URL: postgres.url(database, { ...patience, ...parameters }),
      JWT_SECRET: 'the secret of every instance in this file',
      APP_URL: site.origin,
      AUTH_RATE_LIMIT: '0',
      MAX_PROJECTS: String(maxProjects),
      MAX_CARDS: String(maxCards),
      MAX_TEXT: '7kB',
      ...environment,
    },
  })

const instance = (index: number) => instances[index % instances.length] as ServerProcess
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** How often each outcome came, of as many at once as are asked for, in turn by each instance. */
async function tally(count: number, ask: (instance: ServerProcess, index: number) => Promise<Answer>) {
  const counts: Record<string, number> = {}
  for (const answer of await Promise.all(times(count, (index) => ask(instance(index), index)))) {
    const name = outcome(answer)
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

let people = 0
const newAddress = () => `person-${++people}@example.com`

async function signIn(email = newAddress()) {
  await instance(people).client().requestLink({ email })
  const { token, user } = await instance(people + 1)
    .client()
    .openLink({ token: await smtp.linkTo(email) })
  return { token, user, email }
}

describe('two instances on one database', () => {
  test('know each other’s links and sessions', async () => {
    const { token, email } = await signIn()
    for (const { client } of instances) expect((await client(token).readMe()).user.email).toBe(email)
  })

  test('let one of many in by a link', async () => {
    for (let round = 0; round < 3; round++) {
      const email = newAddress()
      await instance(round).client().requestLink({ email })
      const token = await smtp.linkTo(email)
      const open = ({ request }: ServerProcess) =>
        request('POST', '/api/auth/verify-email', { body: { token } })
      expect(await tally(16, open)).toEqual({ '200': 1, '400 token_used': 15 })
    }
  })

  test('send one link for many simultaneous requests, to a new address and to a known one', async () => {
    const email = newAddress()
    const ask = ({ request }: ServerProcess) => request('POST', '/api/auth/magic-link', { body: { email } })
    const outsider = await postgres.connect('shared')
    for (const sent of [1, 2]) {
      expect(await tally(16, ask)).toEqual({ '202': 1, '429 throttled': 15 })
      await smtpSettled()
      expect(smtp.to(email)).toHaveLength(sent)
      // A minute later.
      await outsider.query('update users set verification_email_sent_at = $1 where email = $2', [
        new Date(Date.now() - 61_000).toISOString(),
        email,
      ])
    }
    await outsider.end()
  })

  test('accept one of many requests to change an address', async () => {
    const { token } = await signIn()
    const wanted = times(16, newAddress)
    const ask = ({ request }: ServerProcess, index: number) =>
      request('POST', '/api/email/change', { token, body: { email: wanted[index] } })
    expect(await tally(16, ask)).toEqual({ '202': 1, '429 throttled': 15 })
    await smtpSettled()
    const { user } = await instance(0).client(token).readMe()
    expect(smtp.received.map(({ to }) => to).filter((to) => wanted.includes(to))).toEqual([
      user.pending_email,
    ])
  })

  test('give an address to one of many that have asked for it', async () => {
    const rivals = await Promise.all(times(4, () => signIn()))
    const email = newAddress()
    for (const [index, { token }] of rivals.entries())
      await instance(index).client(token).requestAddressChange({ email })
    const links = await eventually(() => {
      const mails = smtp.to(email)
      return mails.length === rivals.length ? mails : undefined
    }, 'their links')
    const tokens = links.map(({ email: { text } }) => /token=([\w-]+)/.exec(text ?? '')?.[1])
    const open = ({ request }: ServerProcess, index: number) =>
      request('POST', '/api/auth/verify-email', { body: { token: tokens[index] } })
    expect(await tally(4, open)).toEqual({ '200': 1, '409 email_taken': 3 })
    const users = await Promise.all(
      rivals.map(async ({ token }) => (await instance(1).client(token).readMe()).user),
    )
    expect(users.filter((user) => user.email === email)).toHaveLength(1)
    expect(users.map(({ pending_email }) => pending_email)).toEqual([null, null, null, null])
  })

  test('decide between an address change and the first sign-in of an account that has the address', async () => {
    for (let round = 0; round < 5; round++) {
      const { token } = await signIn()
      const email = newAddress()
      await instance(round).client().requestLink({ email })
      const first = await smtp.linkTo(email)
      await instance(round).client(token).requestAddressChange({ email })
      const change = await eventually(() => smtp.to(email)[1], 'the second link')
      const [, second] = /token=([\w-]+)/.exec(change.email.text ?? '') ?? []
      const tokens = [first, second]
      const answers = await Promise.all(
        tokens.map((one, index) =>
          instance(round + index).request('POST', '/api/auth/verify-email', { body: { token: one } }),
        ),
      )
      expect([
        ['200', '409 email_taken'],
        ['400 token_unknown', '200'],
      ]).toContainEqual(answers.map(outcome))
    }
  })

  test('let a challenge be used once', async () => {
    const { token } = await signIn()
    const options = await instance(0).client(token).startPasskeyRegistration()
    const passkeys = times(16, () => new VirtualPasskey(site))
    const credentials = passkeys.map((passkey) => passkey.attest(options))
    const register = ({ request }: ServerProcess, index: number) =>
      request('POST', '/api/passkeys', { token, body: { label: 'Key', credential: credentials[index] } })
    expect(await tally(16, register)).toEqual({ '201': 1, '400 challenge_invalid': 15 })

    const registered = await instance(1).client(token).listPasskeys()
    const ids = registered.passkeys.map(({ credential_id }) => credential_id)
    const passkey = passkeys.find(({ credentialId }) => ids.includes(credentialId)) as VirtualPasskey
    const assertion = passkey.assert(await instance(1).client().startPasskeySignIn())
    const use = ({ request }: ServerProcess) =>
      request('POST', '/api/auth/passkey/verify', { body: assertion })
    expect(await tally(16, use)).toEqual({ '200': 1, '400 challenge_invalid': 15 })
  })

  test('hold to one limit of projects', async () => {
    const { token } = await signIn()
    const add = ({ request }: ServerProcess) =>
      request('POST', '/api/projects', { token, body: { title: 'P' } })
    expect(await tally(16, add)).toEqual({
      '201': maxProjects,
      '409 project_limit_reached': 16 - maxProjects,
    })
    expect((await instance(0).client(token).listProjects()).projects).toHaveLength(maxProjects)
  })

  test('hold to one limit of cards and of text, and count exactly', async () => {
    const { token, user } = await signIn()
    const add = ({ request }: ServerProcess) =>
      request('POST', '/api/inbox/cards', { token, body: { text: 'x' } })
    for (let count = 0; count < maxCards - 10; count += 10)
      expect(await tally(10, add)).toEqual({ '201': 10 })
    expect(await tally(24, add)).toEqual({ '201': 10, '409 card_limit_reached': 14 })

    const { cards } = await instance(0).client(token).listInboxCards()
    const outcomes = new Set<string>()
    for (let from = 0; from < maxCards; from += 10) {
      // Two edits of each card, by different instances.
      const edit = ({ request }: ServerProcess, index: number) =>
        request('PATCH', `/api/cards/${cards[from + (index >> 1)]?.id}`, {
          token,
          // Whichever of the two comes last, there is not room enough for all.
          body: { text: 'ä'.repeat(30 + (index % 2) * 10) },
        })
      for (const outcome of Object.keys(await tally(20, edit))) outcomes.add(outcome)
    }
    expect(outcomes).toEqual(new Set(['200', '409 storage_limit_reached']))
    const outsider = await postgres.connect('shared')
    const { rows } = await outsider.query(
      `select (select bytes from counters where owner_id = $1) as counted, sum(octet_length(text)) as present
       from cards where owner_id = $1`,
      [user.id],
    )
    await outsider.end()
    expect(rows[0].counted).toBe(rows[0].present)
    expect(Number(rows[0].counted)).toBeLessThanOrEqual(7000)
  })

  test('keep a board whole that eight people at once rearrange', async () => {
    const { token } = await signIn()
    const { project } = await instance(0).client(token).addProject({ title: 'Busy' })
    const { statuses } = await instance(1).client(token).listStatuses({ project_id: project.id })
    const columns = [
      { project_id: null, status_id: null },
      ...statuses.map(({ id }) => ({ project_id: project.id, status_id: id })),
    ]
    const cards = new Set<string>()
    const pick = <T>(items: T[]) => items[Math.floor(Math.random() * items.length)] as T
    const some = () => times(1 + Math.floor(Math.random() * 4), () => pick([...cards]))
    const deeds = { added: 0, moved: 0, removed: 0, missed: 0 }

    async function work(index: number) {
      const client = instance(index).client(token)
      const deed = Math.random()
      if (cards.size < 10 || deed < 0.3) {
        const text = 'card'
        const position = pick([undefined, 0, 3])
        const place = { text, ...(position !== undefined && { position }) }
        const { card } = await pick([
          () => client.addInboxCard(place),
          () => client.addProjectCard({ project_id: project.id, ...place }),
        ])()
        cards.add(card.id)
        deeds.added++
      } else if (deed < 0.5) {
        const id = pick([...cards])
        await client.removeCard({ id })
        cards.delete(id)
        deeds.removed++
      } else {
        await client.setColumn({ ...pick(columns), card_ids: [...new Set(some())] })
        deeds.moved++
      }
    }
    await Promise.all(
      times(8, async (index) => {
        for (let turn = 0; turn < 40; turn++) {
          try {
            await work(index)
          } catch (error) {
            // Somebody else has removed the card just before.
            if (!(error instanceof ProblemError) || error.code !== 'not_found') throw error
            deeds.missed++
          }
        }
      }),
    )
    expect(deeds.added).toBeGreaterThan(10)
    expect(deeds.moved).toBeGreaterThan(10)
    expect(deeds.removed).toBeGreaterThan(0)

    const client = instance(0).client(token)
    const { cards: inProject } = await client.listProjectCards({ project_id: project.id })
    const { cards: inInbox } = await client.listInboxCards()
    const found = [...inInbox, ...inProject]
    expect(found.map(({ id }) => id).sort()).toEqual([...cards].sort())
    for (const { status_id } of columns) {
      const positions = found.filter((card) => card.status_id === status_id).map(({ position }) => position)
      expect(positions).toEqual(positions.map((_, position) => position))
    }
  })
})

test('two instances that mail share the work, and each message is sent once', async () => {
  await postgres.createDatabase('mailing')
  const later = await TestSmtp.stopped()
  const first = await instanceOn('mailing', later)
  const addresses = times(100, (index) => `reader-${index}@example.com`)
  await Promise.all(addresses.map((email) => first.client().requestLink({ email })))
  await first.kill('SIGTERM')

  const outsider = await postgres.connect('mailing')
  const setTurns = (ahead: number) =>
    outsider.query('update outbox set next_attempt_at = $1', [new Date(Date.now() + ahead).toISOString()])
  await setTurns(25_000)
  // Nobody is done with the first ones before both have begun.
  later.treat = () => 'hang after data'
  await later.start()
  const mailing = await Promise.all([
    instanceOn('mailing', later),
    instanceOn('mailing', later, { prepare: 'off' }),
  ])
  await setTurns(-1000)
  await eventually(() => later.pending.size >= 20 || undefined, 'both to be at it')
  later.treat = () => 'accept'
  for (const message of later.pending) message.accept()

  await eventually(async () => {
    const { rows } = await outsider.query('select count(*)::integer as waiting from outbox')
    return rows[0].waiting === 0 || undefined
  }, 'the outbox to be empty')
  await outsider.end()
  expect(later.received.map(({ to }) => to).sort()).toEqual(addresses.toSorted())
  expect(later.asked).toHaveLength(100)
  const sent = await Promise.all(
    mailing.map(async ({ request }) => {
      const { text } = await request('GET', '/metrics')
      return Number(/^inboard_mail_sent_total (\d+)$/m.exec(text)?.[1])
    }),
  )
  expect(Math.min(...sent)).toBeGreaterThan(0)
  expect(sent.reduce((sum, one) => sum + one)).toBe(100)
  await later.stop()
})

/** Until nothing waits to be sent any more. */
async function smtpSettled() {
  const outsider = await postgres.connect('shared')
  await eventually(async () => {
    const { rowCount } = await outsider.query('select 1 from outbox')
    return rowCount === 0 || undefined
  }, 'the outbox to be empty')
  await outsider.end()
}
