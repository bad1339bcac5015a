import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readLogin, requireSafe, tidied } from '../../../../src/command/account/login-file.ts'
import { newShell } from './shells.ts'

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

test('the error about a damaged login file says what to do', () => {
  const shell = newShell()
  const environment = { XDG_CONFIG_HOME: shell.home }
  expect(() => readLogin(environment)).toThrow('You are not logged in. Run: inboard login URL')
  mkdirSync(join(shell.home, 'inboard'))
  for (const text of ['', '{', '{"url": 1}', 'null']) {
    writeFileSync(join(shell.home, 'inboard/login.json'), text)
    expect(() => readLogin(environment)).toThrow('is damaged. Run: inboard login URL')
  }
})
