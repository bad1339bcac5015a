import { existsSync, readFileSync, statSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { PathProxy } from '../../../support/network/path-proxy.ts'
import { startReverseProxy } from '../../../support/network/reverse-proxy.ts'
import { newServerCertificate } from '../../../support/network/server-certificate.ts'
import { type SignedIn, startTestInboard } from '../../../support/service/inboard.ts'
import { inboard } from '../../../support/service/shared.ts'
import { fileOf, listen, newShell } from './shells.ts'

let person: SignedIn
beforeAll(async () => {
  person = await inboard.signIn()
})
const newToken = async () => (await person.client.makeApiToken({ label: 'shell', scope: 'write' })).token

describe('logging in', () => {
  test('stores the token in a private file, and logging out deletes it', async () => {
    const shell = newShell()
    expect(await shell.refuses('ls')).toBe('You are not logged in. Run: inboard login URL\n')
    const token = await newToken()
    const { told, complaint } = await shell.run(['login', inboard.url], { input: `  ${token}\n` })
    expect(told).toContain(`Logged in to ${inboard.url}. The token can read and write.`)
    expect(told + complaint).not.toContain(token)
    expect(JSON.parse(readFileSync(fileOf(shell), 'utf8'))).toMatchObject({ url: inboard.url, token })
    expect(statSync(fileOf(shell)).mode & 0o777).toBe(0o600)
    expect(statSync(join(fileOf(shell), '..')).mode & 0o777).toBe(0o700)
    expect(await shell.does('ls')).toContain('Inbox')

    expect(await shell.does('logout')).toBe(
      `Logged out of ${inboard.url}. The token still works. Revoke it in the settings: ${inboard.url}/settings\n`,
    )
    expect(existsSync(fileOf(shell))).toBe(false)
    expect((await shell.run(['logout'])).complaint).toBe('You are not logged in.\n')
  })

  test('says what to do about a certificate that this machine does not trust', async () => {
    const { key, certificate } = newServerCertificate('localhost')
    const secured = await startReverseProxy({ identity: { key, cert: certificate } })
    onTestFinished(() => secured.stop())
    const { code, complaint } = await newShell().run(['login', secured.url], { input: await newToken() })
    expect(code).toBe(1)
    expect(complaint).toBe(
      `${secured.url} cannot be reached: its certificate is not trusted. If it comes from an authority of your own, set NODE_EXTRA_CA_CERTS=FILE.\n`,
    )
  })

  test('on a terminal, says where to create a token, and does not echo it', async () => {
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

  test('stores no token that the server refuses, and keeps the previous login', async () => {
    const shell = newShell()
    await shell.storeLogin(inboard.url, person)
    const before = readFileSync(fileOf(shell), 'utf8')
    const inputs = ['inb_0123456789012345678901234567890123456789012', '', 'two words that are long']
    const ended = await Promise.all(inputs.map((input) => shell.run(['login', inboard.url], { input })))
    expect(ended).toMatchObject([
      { code: 1, complaint: expect.stringContaining('does not accept this token') },
      { code: 1, complaint: expect.stringContaining('That is not an API token') },
      { code: 1, complaint: expect.stringContaining('That is not an API token') },
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
    const calendar = await person.client.makeApiToken({ label: 'Calendar', scope: 'calendar' })
    const { complaint, code } = await newShell().run(['login', inboard.url], { input: calendar.token })
    expect([code, complaint]).toEqual([1, expect.stringContaining('This token only opens a calendar.')])
  })

  test('accepts the URL of any page of the app, but no other server', async () => {
    const shell = newShell()
    const { told } = await shell.run(['login', `${inboard.url}/settings`], { input: await newToken() })
    expect(told).toContain(`Logged in to ${inboard.url}.`)
    const other = await listen((_, answer) => answer.end('<h1>It works!</h1>'))
    const urls = [other, 'http://127.0.0.1:1', 'ftp://example.com', 'https://ada:secret@example.com']
    expect(await Promise.all(urls.map((url) => shell.refuses('login', url)))).toEqual([
      expect.stringContaining('but not like Inboard'),
      expect.stringContaining('connection refused'),
      expect.stringContaining('is not a server URL'),
      expect.not.stringContaining('secret'),
    ])
  })

  test('finds the Inboard of a page below a path, though another one is at the root', async () => {
    const host = await PathProxy.start()
    onTestFinished(() => host.stop())
    const boards = await startTestInboard({ APP_URL: `${host.url}/boards` })
    onTestFinished(() => boards.stop())
    host.add({ path: '', url: inboard.url, strips: false })
    host.add({ path: '/boards', url: boards.url, strips: true })
    const { client } = await boards.signIn()
    const { token } = await client.makeApiToken({ label: 'shell', scope: 'write' })
    const shell = newShell()
    for (const page of ['/', '/today', `/projects/${crypto.randomUUID()}`]) {
      const { told } = await shell.run(['login', `${host.url}/boards${page}`], { input: token })
      expect(told).toContain(`Logged in to ${host.url}/boards.`)
    }
    await shell.does('add', 'Water the plants')
    const { cards } = await client.listInboxCards()
    expect(cards.map(({ text }) => text)).toEqual(['Water the plants'])
  })
})
