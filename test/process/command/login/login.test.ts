import { existsSync, readFileSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { SignedIn } from '../../../support/service/inboard.ts'
import { inboard } from '../../../support/service/shared.ts'
import { fileOf, listen, newShell } from './shells.ts'

let person: SignedIn
beforeAll(async () => {
  person = await inboard.signIn()
})
const newToken = async () => (await person.client.makeApiToken({ label: 'shell', scope: 'write' })).token

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
    await shell.keepLogin(inboard.url, person)
    const before = readFileSync(fileOf(shell), 'utf8')
    const inputs = ['inb_0123456789012345678901234567890123456789012', '', 'two words that are long']
    const ended = await Promise.all(inputs.map((input) => shell.run(['login', inboard.url], { input })))
    expect(ended).toMatchObject([
      { code: 1, complaint: expect.stringContaining('does not accept this token') },
      { code: 1, complaint: expect.stringContaining('That is no API token') },
      { code: 1, complaint: expect.stringContaining('That is no API token') },
    ])
    expect(readFileSync(fileOf(shell), 'utf8')).toBe(before)
  })

  test('says what the token can do', async () => {
    const logIn = async (scope: 'read' | 'capture') => {
      const { token } = await person.client.makeApiToken({ label: scope, scope })
      return (await newShell().run(['login', inboard.url], { input: token })).told
    }
    expect(await Promise.all([logIn('read'), logIn('capture')])).toEqual([
      expect.stringContaining('The token can only read.'),
      expect.stringContaining('The token can only add to the inbox.'),
    ])
  })

  test('takes a page of the app for its server, and nothing else for one', async () => {
    const shell = newShell()
    const { told } = await shell.run(['login', `${inboard.url}/settings`], { input: await newToken() })
    expect(told).toContain(`You are logged in to ${inboard.url}.`)
    const other = await listen((_, answer) => answer.end('<h1>It works!</h1>'))
    const urls = [other, 'http://127.0.0.1:1', 'ftp://example.com', 'https://ada:secret@example.com']
    expect(await Promise.all(urls.map((url) => shell.refuses('login', url)))).toEqual([
      expect.stringContaining('not as Inboard does'),
      expect.stringContaining('nothing answers there'),
      expect.stringContaining('This is not the URL of a server'),
      expect.not.stringContaining('secret'),
    ])
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
