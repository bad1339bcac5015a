import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Client } from '../../../../src/client/client.ts'
import { Unreliable } from '../../../support/network/unreliable.ts'
import { atShell, type Shell } from '../../../support/processes/shell.ts'
import { eventually, type SignedIn, startTestInboard, type TestInboard } from '../../../support/service/inboard.ts'

// Cards that are added while the server cannot be reached, or that it does not take.

let inboard: TestInboard
let network: Unreliable
let person: SignedIn & { shell: Shell }
let shell: Shell
let client: Client
const shells: Shell[] = []

beforeAll(async () => {
  inboard = await startTestInboard()
  network = await Unreliable.before(inboard.url)
})
afterAll(async () => {
  for (const one of shells) one.remove()
  network.stop()
  await inboard.stop()
})
beforeEach(async () => {
  await network.comeBack()
  const arrived = await atShell(inboard, network.url)
  // The session, not the token of the shell.
  person = { ...arrived, client: arrived.client }
  ;({ shell, client } = arrived)
  shells.push(shell)
})

const texts = async (whose = client) => (await whose.listInboxCards()).cards.map(({ text }) => text)
const folder = () => join(shell.home, 'state/inboard/outbox')
const files = () => (existsSync(folder()) ? readdirSync(folder()) : [])

/** A command of which the server has done a part, and which does not hear of it. */
async function unheard(words: string[]) {
  network.state = 'swallows'
  const { swallowed } = network
  const child = shell.start(words)
  child.stdin.end()
  const ended = new Promise((resolve) => child.on('exit', resolve))
  await eventually(() => network.swallowed > swallowed || undefined, 'an answer to get lost')
  return { child, ended }
}

async function killedUnheard(words: string[]): Promise<void> {
  const { child, ended } = await unheard(words)
  child.kill('SIGKILL')
  await ended
}

describe('without a network', () => {
  test('cards are kept, and sent in order by the next command that reaches the server, once', async () => {
    await network.goDown()
    for (const text of ['One', 'Two']) {
      const { code, told, complaint } = await shell.run(['add', text])
      expect([code, told]).toEqual([0, ''])
      expect(complaint).toMatch(/cannot be reached: .+ The card is kept on this machine/)
    }
    expect((await shell.run(['add'], { input: 'Three\nFour' })).complaint).toContain('The 2 cards are kept')
    expect(await shell.does('outbox')).toMatch(/^1 card for Inbox, waiting for the server\n {2}One\n/)
    expect(await shell.refuses('ls')).toContain('cannot be reached')
    expect(await texts()).toEqual([])

    await network.comeBack()
    const { told, complaint } = await shell.run(['add', 'Five'])
    expect(told).toMatch(/^Added to the inbox: \w+ {2}Five\n$/)
    expect(complaint).toBe('4 cards that had been kept are sent now.\n')
    expect(await texts()).toEqual(['One', 'Two', 'Three', 'Four', 'Five'])
    expect(await shell.run(['ls'])).toMatchObject({ code: 0, complaint: '' })
    expect(await texts()).toHaveLength(5)
    expect(files()).toEqual([])
  })

  test('only the person can read what is kept', async () => {
    await network.goDown()
    await shell.run(['add', 'Secret'])
    expect(statSync(folder()).mode & 0o777).toBe(0o700)
    for (const file of files()) expect(statSync(join(folder(), file)).mode & 0o777).toBe(0o600)
  })

  test('a project is looked up when the card is sent, and what is not there loses nothing', async () => {
    await client.addProject({ title: 'Garden' })
    await network.goDown()
    await shell.run(['add', 'Sow', '--project', 'gard', '--to', 'doing'])
    await shell.run(['add', 'Paint', '--project', 'House'])
    await shell.run(['add', 'Milk'])
    await network.comeBack()
    const { complaint, told } = await shell.run(['ls', 'garden', 'doing'])
    expect(told).toContain('Sow')
    expect(complaint).toContain('There is no project called "House"')
    expect(await texts()).toEqual(['Milk'])
    expect(await shell.does('outbox')).toMatch(
      /^1 card for House, refused: There is no project called "House".+ {2}Paint\n/s,
    )
    expect((await shell.run(['ls'])).complaint).toBe('')
    await client.addProject({ title: 'House' })
    await shell.does('outbox', '--retry')
    expect(await shell.does('ls', 'house')).toContain('Paint')
    expect(files()).toEqual([])
  })

  test('undo forgets what was not sent yet', async () => {
    await network.goDown()
    await shell.run(['add', 'One'])
    await shell.run(['add', 'Two'])
    expect(await shell.refuses('done', 'One')).toContain('cannot be reached')
    expect(await shell.does('undo')).toBe('Undone: adding "Two", which had not been sent yet\n')
    await network.comeBack()
    await shell.does('ls')
    expect(await texts()).toEqual(['One'])
    await shell.does('undo')
    expect(await texts()).toEqual([])
  })

  test('undo takes back what the server has, and has not been able to say', async () => {
    const { child, ended } = await unheard(['add', 'Milk'])
    await network.goDown()
    await ended
    expect(child.exitCode).toBe(0)
    expect(await texts()).toEqual(['Milk'])
    expect(await shell.does('undo')).toBe('Undone: adding "Milk", which had not been sent yet\n')
    expect(await shell.does('outbox')).toBe('Nothing waits to be sent.\n')
    await network.comeBack()
    await shell.does('ls')
    expect(await texts()).toEqual([])
    expect(files()).toEqual([])
  })

  test('a page that is not Inboard takes nothing', async () => {
    network.state = 'is a hotel'
    const { code, complaint } = await shell.run(['add', 'Milk'])
    expect(code).toBe(1)
    expect(complaint).toContain('sends everybody on to http://hotel.example.')
    expect(complaint).toContain('The card is kept')
    await network.comeBack()
    await shell.does('ls')
    expect(await texts()).toEqual(['Milk'])
  })
})

describe('exactly once', () => {
  test('a command that is killed after the server has done it, and before it knows, adds nothing twice', async () => {
    const { project } = await client.addProject({ title: 'Garden' })
    for (const words of [
      ['add', 'Milk'],
      ['add', 'Sow', '--project', 'Garden', '--to', 'Doing'],
    ]) {
      await killedUnheard(words)
      expect(files()).toHaveLength(1)
      await network.comeBack()
      await shell.does('ls')
    }
    expect(await texts()).toEqual(['Milk'])
    const { cards } = await client.listProjectCards({ project_id: project.id })
    expect(cards.map(({ text }) => text)).toEqual(['Sow'])
    expect(await shell.does('ls', 'Garden', 'Doing')).toContain('Sow')
    expect(files()).toEqual([])
  })

  test('whoever interrupts it is told that the card is kept', async () => {
    const { child, ended } = await unheard(['add', 'Milk'])
    let complaint = ''
    child.stderr.on('data', (data) => {
      complaint += data
    })
    child.kill('SIGINT')
    await ended
    expect(child.exitCode).toBe(130)
    await eventually(
      () => complaint.includes('The card is kept on this machine') || undefined,
      'it to be told',
    )
    await network.comeBack()
    await shell.does('ls')
    expect(await texts()).toEqual(['Milk'])
  })

  test('a card that was sent, deleted and is sent again stays deleted', async () => {
    await killedUnheard(['add', 'Milk'])
    const [card] = (await client.listInboxCards()).cards
    await client.removeCard({ id: card?.id ?? '' })
    await network.comeBack()
    await shell.does('ls')
    expect(await texts()).toEqual([])
    expect(files()).toEqual([])
  })

  test('many commands at once, on a network that comes and goes, lose nothing and add nothing twice', async () => {
    const wanted = Array.from({ length: 12 }, (_, index) => `Card ${index}`)
    const states = ['works', 'breaks', 'swallows'] as const
    let turn = 0
    const weather = setInterval(() => {
      network.state = states[turn++ % states.length] ?? 'works'
    }, 150)
    const children = wanted.map((text) => {
      const child = shell.start(['add', text])
      child.stdin.end()
      return { child, ended: new Promise((resolve) => child.on('exit', resolve)) }
    })
    try {
      await eventually(() => files().length > 3 || undefined, 'some to be kept')
      for (const { child } of children.filter((_, index) => index % 3 === 0)) child.kill('SIGKILL')
      await Promise.all(children.map(({ ended }) => ended))
    } finally {
      clearInterval(weather)
    }
    await network.comeBack()
    await Promise.all([shell.does('ls'), shell.does('ls'), shell.does('outbox', '--retry')])
    const there = await texts()
    expect(new Set(there).size).toBe(there.length)
    // Those that were not killed have said that they have it.
    const promised = wanted.filter((_, index) => index % 3 !== 0)
    expect(promised.filter((text) => !there.includes(text))).toEqual([])
    expect(files()).toEqual([])
  })
})

describe('what the server refuses', () => {
  test('is told, kept, and in nobody else’s way', async () => {
    const long = 'x'.repeat(2001)
    const { code, told, complaint } = await shell.run(['add'], { input: `Before\n${long}\nAfter` })
    expect(code).toBe(1)
    expect(told).toContain('Added 2 cards to the inbox')
    expect(complaint).toMatch(/^Not added: text must .+2,?000.+ The text is kept, see "inboard outbox"/)
    expect(await texts()).toEqual(['Before', 'After'])
    const [{ cards, refused }] = (await shell.json('outbox')).waiting
    expect(cards).toMatchObject([{ text: long }])
    expect(refused).toContain('text must')
    expect(await shell.run(['ls'])).toMatchObject({ code: 0, complaint: '' })
    await shell.does('undo')
    expect(await texts()).toEqual([])
    expect(await shell.does('outbox', '--drop')).toBe('Nothing waits to be sent.\n')
  })

  test('because the token was revoked, waits for the next login to the same account', async () => {
    await shell.does('add', 'Before')
    const [token] = (await client.listApiTokens()).api_tokens
    await client.revokeApiToken({ id: token?.id ?? '' })
    const { code, complaint } = await shell.run(['add', 'Milk'])
    expect(code).toBe(1)
    expect(complaint).toContain('does not accept your token')
    expect(complaint).toContain('The card is kept')
    const named = await shell.run(['add', 'Bread', '--project', 'inbox'])
    expect(named.code).toBe(1)
    expect(named.complaint).toContain('The card is kept')
    await shell.logIn(network.url, person)
    expect(await texts()).toEqual(['Before', 'Milk', 'Bread'])
    expect(files()).toEqual([])
  })

  test('because the token only reads, waits too; one that only captures adds many', async () => {
    await shell.does('add', 'Before')
    await shell.logIn(network.url, person, 'read')
    expect((await shell.run(['add', 'Milk'])).complaint).toContain('Your token does not allow this.')
    await shell.logIn(network.url, person, 'write')
    expect(await texts()).toEqual(['Before', 'Milk'])
    await shell.logIn(network.url, person, 'capture')
    await shell.run(['add'], { input: 'One\nTwo' })
    expect((await texts()).slice(-2)).toEqual(['One', 'Two'])
    expect(await shell.refuses('ls')).toContain('Your token does not allow this.')
  })
})

test('cards go to nobody but the account that they were written for', async () => {
  await shell.does('add', 'Before')
  await network.goDown()
  await shell.run(['add', 'Mine'])
  await network.comeBack()
  const other = await inboard.signIn()
  const { token } = await other.client.makeApiToken({ label: 'shell', scope: 'write' })
  const { complaint } = await shell.run(['login', network.url], { input: token })
  expect(complaint).toContain('1 card kept with another login')
  await shell.does('add', 'Theirs')
  await shell.does('ls')
  expect(await texts(other.client)).toEqual(['Theirs'])
  expect(await shell.does('outbox')).toContain(`waiting for a login to ${network.url}`)
  await shell.logIn(network.url, person)
  expect(await texts()).toEqual(['Before', 'Mine'])
})

test('where nothing can be kept, a card is sent all the same, or it is said that it is lost', async () => {
  const environment = { XDG_STATE_HOME: '/dev/null' }
  const { code, told, complaint } = await shell.run(['add', 'Milk'], { environment })
  expect(code).toBe(0)
  expect(told).toContain('Added to the inbox')
  expect(complaint).toContain('"inboard undo" will not know of it')
  await network.goDown()
  const lost = await shell.run(['add', 'Bread'], { environment })
  expect(lost.code).toBe(1)
  expect(lost.complaint).toContain('Nothing is kept: ')
  expect(await texts()).toEqual(['Milk'])
})

test('the key of a kept card is the id that it gets', async () => {
  await network.goDown()
  await shell.run(['add', 'Milk'])
  const [file = ''] = files()
  const { cards } = JSON.parse(readFileSync(join(folder(), file), 'utf8'))
  await network.comeBack()
  await shell.does('ls')
  expect((await client.listInboxCards()).cards.map(({ id }) => id)).toEqual([cards[0].id])
})
