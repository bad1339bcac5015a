import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { methodAndPath, routeNames } from '../../../src/contract/routes.ts'
import { VirtualPasskey } from '../../support/authenticator/authenticator.ts'
import { sendRaw } from '../../support/network/raw-http.ts'
import { cleanUp, run, type ServerProcess } from '../../support/processes/process.ts'
import { eventually, tokenIn } from '../../support/service/inboard.ts'
import { TestSmtp, type Treatment } from '../../support/service/smtp.ts'

/** The domain of every address here, so that none of them can hide. */
const domain = 'very.private.example'
const ada = `ada.lovelace@${domain}`
const jwtSecret = 'this-signs-every-session-and-nobody-knows-it'
const smtpPassword = 'open-sesame-said-ali'

/** Whatever nobody may read in the log or in the metrics, by what it is. */
const secrets = new Map<string, string>([
  ['the domain of the addresses', domain],
  ['a local part', 'ada.lovelace'],
  ['the session secret', jwtSecret],
  ['the SMTP password', smtpPassword],
])
const keep = (what: string, secret: string) => secrets.set(`${what} (${secrets.size})`, secret)

let smtp: TestSmtp
let server: ServerProcess
let database: DatabaseSync
let session = ''
let metrics = ''

const call = (method: string, path: string, body?: unknown, token?: string) =>
  server.request(method, path, { body, token })

function keepNonces() {
  const rows = database.prepare('select nonce, token_hash from outbox').all()
  for (const { nonce } of rows) keep('a nonce', String(nonce))
  return rows.length
}

async function newLink(request: () => Promise<unknown>, email: string): Promise<string> {
  const before = smtp.to(email).length
  // Others may be sent again at the same time.
  smtp.treat = (to) => (to === email ? 'hang after data' : 'accept')
  await request()
  const toThem = () => [...smtp.pending].find(({ to }) => to === email)
  const pending = await eventually(toThem, `a message to ${email}`)
  expect(keepNonces()).toBeGreaterThan(0)
  smtp.treat = () => 'accept'
  pending.accept()
  const { email: message } = await eventually(() => smtp.to(email)[before], `a message to ${email}`)
  const token = tokenIn(message.text ?? '')
  keep('a link token', token)
  return token
}

beforeAll(async () => {
  smtp = await TestSmtp.start({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, callback) =>
      password === smtpPassword ? callback(null, { user: username }) : callback(new Error('who are you?')),
  })
  server = await run({
    environment: {
      ...smtp.environment,
      SMTP_URL: smtp.url.replace('//', `//ali%40${domain}:${smtpPassword}@`),
      MAIL_FROM: `Inboard <mail@${domain}>`,
      JWT_SECRET: jwtSecret,
      LOG_LEVEL: 'trace',
    },
  })
  database = new DatabaseSync(server.database, { timeout: 10_000 })

  await goodSession()
  await mailTrouble()
  await badRequests()
  await calendars()
  await brokenDatabase()
  metrics = (await server.request('GET', '/metrics')).text
  await server.kill('SIGTERM')
})
afterAll(async () => {
  database.close()
  cleanUp()
  await smtp.stop()
})

async function goodSession() {
  const link = await newLink(() => call('POST', '/api/auth/magic-link', { email: ada }), ada)
  await server.request('GET', `/verify-email?token=${link}`)
  session = (await call('POST', '/api/auth/verify-email', { token: link })).body.token
  keep('a session token', session)
  keep('the signature of a session token', session.split('.')[2] ?? '')
  const client = server.client(session)

  const site = { origin: `http://localhost:${server.port}`, rpId: 'localhost' }
  const passkey = new VirtualPasskey(site)
  const registration = await client.startPasskeyRegistration()
  keep('a challenge', registration.challenge)
  keep('a user handle', registration.user.id)
  keep('a credential id', passkey.credentialId)
  const credential = passkey.attest(registration)
  keep('an attestation', credential.response.attestationObject)
  const { passkey: registered } = await client.addPasskey({ label: 'Key ring', credential })
  const signIn = await server.client().startPasskeySignIn()
  keep('a challenge', signIn.challenge)
  const assertion = passkey.assert(signIn)
  keep('a signature', assertion.response.signature)
  keep('a session token', (await server.client().finishPasskeySignIn(assertion)).token)
  // Once more: a challenge that is spent, and a signature that does not hold.
  expect((await call('POST', '/api/auth/passkey/verify', assertion)).status).toBe(400)
  const forged = passkey.assert(await server.client().startPasskeySignIn(), { counter: 0 })
  expect((await call('POST', '/api/auth/passkey/verify', forged)).status).toBe(401)
  await client.listPasskeys()
  await client.removePasskey({ id: registered.id })

  await client.readMe()
  const { project } = await client.addProject({ title: `For ${ada}` })
  await client.listProjects()
  await client.readProject({ project_id: project.id })
  await client.renameProject({ project_id: project.id, title: `Of ${ada}` })
  await client.listStatuses({ project_id: project.id })
  const { card } = await client.addProjectCard({ project_id: project.id, text: `Write to ${ada}` })
  await client.addInboxCard({ text: `Call ${ada}` })
  await client.listProjectCards({ project_id: project.id })
  await client.listInboxCards()
  await client.readCard({ id: card.id })
  await client.searchCards({ q: `call ${ada}` })
  await client.editCard({ id: card.id, text: `Write again to ${ada}` })
  await client.setColumn({ project_id: null, status_id: null, card_ids: [card.id] })
  await client.removeCard({ id: card.id })
  await client.removeProject({ project_id: project.id })

  const email = `new.address@${domain}`
  const change = await newLink(() => client.requestAddressChange({ email }), email)
  await call('POST', '/api/auth/verify-email', { token: change })
  expect((await call('POST', '/api/auth/verify-email', { token: change })).body.code).toBe('token_used')
}

async function mailTrouble() {
  const troubles: Treatment[] = [
    { at: 'recipient', code: 550 },
    { at: 'recipient', code: 451 },
    { at: 'data', code: 554 },
    'drop within data',
  ]
  smtp.treat = (to) => troubles[Number(/\d/.exec(to))] ?? 'accept'
  const emails = troubles.map((_, n) => `trouble-${n}@${domain}`)
  await Promise.all(emails.map((email) => call('POST', '/api/auth/magic-link', { email })))
  await eventually(
    () => server.stdout().split('a message could not be sent yet').length > troubles.length || undefined,
    'a word about each in the log',
  )
  expect(keepNonces()).toBe(troubles.length)
  smtp.treat = () => 'accept'
}

/** Every endpoint, by someone known and by others, with secrets in every place where they do not belong. */
async function badRequests() {
  const link = await newLink(
    () => call('POST', '/api/auth/magic-link', { email: `bob@${domain}` }),
    `bob@${domain}`,
  )
  const forged = session.replace(/.{8}$/, 'AAAAAAAA')
  const bodies = [
    `{"email": "${ada}", "token": "${link}`,
    `{"email": "${ada}", "__proto__": "${link}"}`,
    JSON.stringify({ email: { [ada]: link }, token: [link], title: 7, text: null, label: ada, id: session }),
    JSON.stringify({ email: `${ada}, ${ada}`, token: `${link}x`, title: '', text: '', card_ids: [link] }),
    JSON.stringify([ada, link, session]),
  ]
  const requests = routeNames.flatMap((name) => {
    const [method, path] = methodAndPath(name)
    const url = path.replace(/\{\w+\}/g, encodeURIComponent(`${link}${ada}`))
    const search = `${url}?token=${link}&email=${ada}&q=${link}`
    const withBody = method === 'GET' || method === 'DELETE' ? [] : bodies
    return [undefined, forged, session].flatMap((token) => [
      () => call(method, search, method === 'GET' ? undefined : '', token),
      ...withBody.map((body) => () => call(method, url, body, token)),
    ])
  })
  await Promise.all(requests.map((request) => request()))
  await call('POST', `/api/auth/register/${link}`, { email: ada })
  await call('GET', `/${ada}/${link}%zz`)
  await sendRaw(server.url, `GET /?token=${link} HTTP/1.1\r\nBad Header ${ada}\r\n\r\n`)
  await sendRaw(server.url, `GET /${link} HTTP/1.1\r\nHost: x\r\nX: ${ada.repeat(2000)}\r\n\r\n`)
}

/** Their URLs are secrets, whether they work, have worked or never will. */
async function calendars() {
  const client = server.client(session)
  await client.addInboxCard({ text: `Call ${ada} due:2026-11-20` })
  const { token, api_token } = await client.makeApiToken({ label: 'Calendar', scope: 'calendar' })
  keep('a token of a calendar', token)
  const wrong = `${token.slice(0, -8)}AAAAAAAA`
  keep('a wrong token of a calendar', wrong)
  const path = `/calendar/${token}.ics`
  const statusOf = async (method: string, path: string) => (await call(method, path)).status
  expect(await statusOf('GET', path)).toBe(200)
  expect(await statusOf('HEAD', path)).toBe(200)
  expect((await call('GET', '/api/projects', undefined, token)).status).toBe(403)
  for (const other of [
    `/calendar/${wrong}.ics`,
    `/calendar/${token}`,
    `/calendar/x/${token}.ics`,
    `${path}%zz`,
  ])
    expect(await statusOf('GET', other)).toBe(404)
  await sendRaw(server.url, `GET ${path} HTTP/1.1\r\nBad Header ${ada}\r\n\r\n`)
  database.exec('alter table cards rename to elsewhere')
  expect(await statusOf('GET', path)).toBe(500)
  database.exec('alter table elsewhere rename to cards')
  await client.revokeApiToken({ id: api_token.id })
  expect(await statusOf('GET', path)).toBe(404)
}

async function brokenDatabase() {
  database.exec('begin immediate')
  const busy = await call('POST', '/api/auth/magic-link', { email: `busy@${domain}` })
  database.exec('rollback')
  expect([busy.status, busy.body.code]).toEqual([503, 'unavailable'])

  database.exec('alter table links rename to elsewhere')
  const broken = await call('POST', '/api/auth/magic-link', { email: `broken@${domain}` })
  expect([broken.status, broken.body.code]).toEqual([500, 'internal'])
  await call('POST', '/api/auth/verify-email', { token: 'some-token' })
  await eventually(
    () => server.stdout().includes('the outbox could not be read or written') || undefined,
    'the mailer to notice',
  )
  database.exec('alter table elsewhere rename to links')
}

describe('a session through every endpoint, at its best and at its worst', () => {
  test('is told in the log', () => {
    const log = server.stdout()
    for (const name of routeNames) {
      const [method, path] = methodAndPath(name)
      const pattern = path.replace(/\{(\w+)\}/g, ':$1')
      expect(log).toContain(`"method":"${method}","route":"${pattern}","status":`)
    }
    expect(log).toContain('"method":"GET","route":"/calendar/:file","status":200')
    for (const line of [
      'a message could not be sent yet',
      'the database is unavailable',
      'unexpected error',
      'the outbox could not be read or written',
      'stopping: finishing accepted requests',
    ]) {
      expect(log).toContain(line)
    }
    for (const line of log.trimEnd().split('\n')) expect(() => JSON.parse(line)).not.toThrow()
  })

  test('leaves no secret and no address in the log, on the terminal or in the metrics', () => {
    expect(secrets.size).toBeGreaterThan(20)
    const written = { log: server.stdout(), terminal: server.stderr(), metrics }
    for (const [what, secret] of secrets) {
      expect(secret.length, what).toBeGreaterThan(8)
      for (const [where, text] of Object.entries(written)) {
        expect(text.toLowerCase().includes(secret.toLowerCase()), `${what} in the ${where}`).toBe(false)
        expect(text.includes(encodeURIComponent(secret)), `${what} in the ${where}, encoded`).toBe(false)
        expect(text.includes(btoa(secret).replace(/=+$/, '')), `${what} in the ${where}, in base64`).toBe(
          false,
        )
      }
    }
  })
})
