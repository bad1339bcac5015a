import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readLogin, requireSafe, tidied } from '../../../src/command/login-file.ts'
import { Shell } from '../../support/processes/shell.ts'
import { type SignedIn, startTestInboard, type TestInboard } from '../../support/service/inboard.ts'

let inboard: TestInboard
let person: SignedIn
beforeAll(async () => {
  inboard = await startTestInboard()
  person = await inboard.signIn()
})
afterAll(() => inboard.stop())

function newShell(): Shell {
  const shell = new Shell()
  onTestFinished(() => shell.remove())
  return shell
}
const fileOf = (shell: Shell) => join(shell.home, 'config/inboard/login.json')
const newToken = async () => (await person.client.makeApiToken({ label: 'shell', scope: 'write' })).token

/** A server that is none of ours. */
async function listen(answer: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(answer as never)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('logging in', () => {
  test('keeps the token where only the person can read it, and logging out forgets it', async () => {
    const shell = newShell()
    expect(await shell.refuses('ls')).toBe('You are not logged in. Run: inboard login URL\n')
    const token = await newToken()
    const { told, complaint } = await shell.run(['login', inboard.url], { input: `  ${token}\n` })
    expect(told).toContain(`You are logged in to ${inboard.url}. The token can read and write.`)
    expect(told + complaint).not.toContain(token)
    expect(JSON.parse(readFileSync(fileOf(shell), 'utf8'))).toMatchObject({ url: inboard.url, token })
    expect(statSync(fileOf(shell)).mode & 0o777).toBe(0o600)
    expect(statSync(join(fileOf(shell), '..')).mode & 0o777).toBe(0o700)
    expect(await shell.does('ls')).toContain('Inbox')

    expect(await shell.does('logout')).toContain(`${inboard.url}/settings`)
    expect(existsSync(fileOf(shell))).toBe(false)
    expect((await shell.run(['logout'])).complaint).toBe('There was no login to forget.\n')
  })

  test('on a terminal says where to make a token, and does not show what is pasted', async () => {
    const shell = newShell()
    const token = await newToken()
    const { code, told } = await shell.onTerminal(['login', inboard.url], { input: `${token}x\x7f\r` })
    expect(code).toBe(0)
    const query = new URLSearchParams({ 'new-token': `inboard on ${hostname()}`, scope: 'write' })
    expect(told).toContain(`Open ${inboard.url}/settings?${query}`)
    expect(told).toContain('Paste it here (it is not shown): ')
    expect(told.slice(told.indexOf('Paste'))).not.toContain(token.slice(4, 12))
    expect(JSON.parse(readFileSync(fileOf(shell), 'utf8')).token).toBe(token)
  })

  test('keeps nothing that the server does not accept, and leaves the former login alone', async () => {
    const shell = newShell()
    await shell.logIn(inboard.url, person)
    const before = readFileSync(fileOf(shell), 'utf8')
    for (const [input, sentence] of [
      ['inb_0123456789012345678901234567890123456789012', 'does not accept this token'],
      ['', 'That is no API token'],
      ['two words that are long', 'That is no API token'],
    ] as const) {
      const { code, complaint } = await shell.run(['login', inboard.url], { input })
      expect(code).toBe(1)
      expect(complaint).toContain(sentence)
    }
    expect(readFileSync(fileOf(shell), 'utf8')).toBe(before)
  })

  test('says what the token can do', async () => {
    const shell = newShell()
    for (const [scope, sentence] of [
      ['read', 'The token can only read.'],
      ['capture', 'The token can only add to the inbox.'],
    ] as const) {
      const { token } = await person.client.makeApiToken({ label: scope, scope })
      expect((await shell.run(['login', inboard.url], { input: token })).told).toContain(sentence)
    }
  })

  test('takes a page of the app for its server, and nothing else for one', async () => {
    const shell = newShell()
    const { told } = await shell.run(['login', `${inboard.url}/settings`], { input: await newToken() })
    expect(told).toContain(`You are logged in to ${inboard.url}.`)
    const other = await listen((_, answer) => answer.end('<h1>It works!</h1>'))
    expect(await shell.refuses('login', other)).toContain('not as Inboard does')
    expect(await shell.refuses('login', 'http://127.0.0.1:1')).toContain('nothing answers there')
    expect(await shell.refuses('login', 'ftp://example.com')).toContain('This is not the URL of a server')
    expect(await shell.refuses('login', 'https://ada:secret@example.com')).not.toContain('secret')
  })

  test('an Inboard that is too old is told so', async () => {
    const shell = newShell()
    const old = await listen((request, answer) => {
      const problem = (status: number, code: string) =>
        answer.writeHead(status, { 'content-type': 'application/problem+json' }).end(
          JSON.stringify({
            type: 'about:blank',
            title: '',
            status,
            code,
            detail: 'There is nothing here.',
          }),
        )
      if (request.headers.authorization === undefined || request.headers.authorization === 'Bearer ')
        return problem(401, 'unauthenticated')
      if (request.url === '/api/projects') return answer.end('{"projects":[]}')
      if (request.url === '/api/inbox/cards') return answer.end('{"cards":[]}')
      return problem(404, 'not_found')
    })
    const { code, complaint } = await shell.run(['login', old], { input: 'x'.repeat(40) })
    expect(code).toBe(1)
    expect(complaint).toContain('runs an Inboard older than 0.5.0')
  })
})

describe('the token', () => {
  test('goes to nobody that the server sends on to', async () => {
    const seen: (string | undefined)[] = []
    const thief = await listen((request, answer) => {
      seen.push(request.headers.authorization)
      answer.end('{}')
    })
    const redirecting = await listen((request, answer) =>
      answer.writeHead(307, { location: thief + request.url }).end(),
    )
    const shell = newShell()
    const environment = { INBOARD_URL: redirecting, INBOARD_TOKEN: await newToken() }
    for (const words of [['ls'], ['add', 'Milk']]) {
      const { code, complaint } = await shell.run(words, { environment })
      expect(code).toBe(1)
      expect(complaint).toContain(`sends everybody on to ${thief}`)
    }
    expect(seen).toEqual([])
  })

  test('of one server is not sent to another that a variable names, and a file .env does not count', async () => {
    const shell = newShell()
    await shell.logIn(inboard.url, person)
    const { code, complaint } = await shell.run(['ls'], {
      environment: { INBOARD_URL: 'http://127.0.0.1:1' },
    })
    expect(code).toBe(1)
    expect(complaint).toContain('INBOARD_URL is set, and there is no token for http://127.0.0.1:1')
    writeFileSync(join(shell.home, '.env'), 'INBOARD_URL=http://127.0.0.1:1\nINBOARD_TOKEN=inb_x\n')
    expect(await shell.does('ls')).toContain('Inbox')
  })

  test('and the URL come from the environment first', async () => {
    const shell = newShell()
    const environment = { INBOARD_URL: `${inboard.url}/`, INBOARD_TOKEN: await newToken() }
    expect((await shell.run(['ls'], { environment })).code).toBe(0)
    expect(existsSync(fileOf(shell))).toBe(false)
  })

  test('is not in the files of the outbox', async () => {
    const shell = newShell()
    const token = `inb_${createHash('sha256').update('x').digest('base64url')}`
    const environment = { INBOARD_URL: 'http://127.0.0.1:1', INBOARD_TOKEN: token }
    expect((await shell.run(['add', 'Milk'], { environment })).code).toBe(0)
    const { folder, waiting } = await shell.json('outbox')
    expect(waiting).toHaveLength(1)
    for (const file of readdirSync(folder))
      expect(readFileSync(join(folder, file), 'utf8')).not.toContain(token)
  })
})

test.each([
  ['https://inboard.example.com/', 'https://inboard.example.com'],
  ['inboard.example.com', 'https://inboard.example.com'],
  ['HTTPS://Inboard.Example.com/tools/?x=1#y', 'https://inboard.example.com/tools'],
  ['localhost:3000', 'http://localhost:3000'],
  ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
])('%s is read as %s', (given, url) => expect(tidied(given)).toBe(url))

test.each([
  'http://inboard.example.com',
  'http://127.example.com',
  'http://localhost.example.com',
  'http://10.0.0.1',
])('%s gets no token unless somebody says so', (url) => {
  expect(() => requireSafe({ url })).toThrow('is not encrypted')
  expect(() => readLogin({ INBOARD_URL: url, INBOARD_TOKEN: 'inb_x' })).toThrow('is not encrypted')
  expect(readLogin({ INBOARD_URL: url, INBOARD_TOKEN: 'inb_x', INBOARD_INSECURE: '1' }).url).toBe(url)
})

test.each([
  'https://inboard.example.com',
  'http://localhost:3000',
  'http://127.0.0.2',
  'http://[::1]:3000',
  'http://x.localhost',
])('%s does', (url) => expect(() => requireSafe({ url })).not.toThrow())

test('a file that cannot be understood says what to do', () => {
  const shell = newShell()
  const environment = { XDG_CONFIG_HOME: shell.home }
  expect(() => readLogin(environment)).toThrow('You are not logged in. Run: inboard login URL')
  mkdirSync(join(shell.home, 'inboard'))
  for (const text of ['', '{', '{"url": 1}', 'null']) {
    writeFileSync(join(shell.home, 'inboard/login.json'), text)
    expect(() => readLogin(environment)).toThrow('cannot be understood. Run: inboard login URL')
  }
})
