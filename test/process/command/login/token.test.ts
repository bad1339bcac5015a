import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
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
      expect(complaint).toContain(`redirects to ${thief}`)
    }
    expect(seen).toEqual([])
  })

  test('of one server is not sent to another that a variable or .env names', async () => {
    const shell = newShell()
    await shell.storeLogin(inboard.url, person)
    const { code, complaint } = await shell.run(['ls'], {
      environment: { INBOARD_URL: 'http://127.0.0.1:1' },
    })
    expect(code).toBe(1)
    expect(complaint).toContain('INBOARD_URL is set, but there is no token for http://127.0.0.1:1')
    writeFileSync(join(shell.home, '.env'), 'INBOARD_URL=http://127.0.0.1:1\nINBOARD_TOKEN=inb_x\n')
    expect(await shell.does('ls')).toContain('Inbox')
  })

  test('and the URL in the environment take precedence', async () => {
    const shell = newShell()
    const environment = { INBOARD_URL: `${inboard.url}/`, INBOARD_TOKEN: await newToken() }
    expect((await shell.run(['ls'], { environment })).code).toBe(0)
    expect(existsSync(fileOf(shell))).toBe(false)
    // As after a bad paste: no header can carry it.
    const ended = await shell.run(['ls'], { environment: { ...environment, INBOARD_TOKEN: 'inb_…' } })
    expect(ended).toEqual({ code: 1, told: '', complaint: 'INBOARD_TOKEN is not an API token.\n' })
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
