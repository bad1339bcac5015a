import { afterAll, beforeAll, expect, test } from 'vitest'
import { Ceremonies, outcome } from '../../support/authenticator/ceremonies.ts'
import { cleanUp, newFolder } from '../../support/processes/process.ts'
import { startTestInboard } from '../../support/service/inboard.ts'
import { TestSmtp } from '../../support/service/smtp.ts'
import { CopyServer, copy, dumpFile, newFile, rowsIn, start, tables } from './copying.ts'
import { environment, type Filled, fill, listsOf } from './filled.ts'

let postgres: CopyServer
let filled: Filled
let up: string
let down: string
const outputs: string[] = []
beforeAll(async () => {
  postgres = await CopyServer.start()
  filled = await fill(newFolder())
  up = await postgres.newDatabase()
  down = newFile()
  for (const words of [
    ['--from', `sqlite:${filled.file}`, '--to', postgres.server.url(up)],
    [`--from=${postgres.server.url(up)}`, `--to=sqlite:${down}`],
  ]) {
    const { exited, stdout, stderr } = await start(...words)
    expect({ ...(await exited), complaint: stderr() }).toMatchObject({ code: 0, complaint: '' })
    outputs.push(stdout())
  }
})
afterAll(cleanUp)

test('everything is carried row by row, up, down, and between two of a kind', async () => {
  const original = dumpFile(filled.file)
  expect(rowsIn(original)).toEqual(tables)
  expect(await postgres.dump(up)).toEqual(original)
  expect(dumpFile(down)).toEqual(original)
  const [file, other] = [newFile(), await postgres.newDatabase()]
  await copy(`sqlite:${down}`, `sqlite:${file}`)
  await copy(postgres.server.url(up), postgres.server.url(other))
  expect(dumpFile(file)).toEqual(original)
  expect(await postgres.dump(other)).toEqual(original)
})

test('prints a line for each table, the comparison, and the next steps', () => {
  for (const told of outputs) {
    expect(told.match(/^\w[\w ]+ +[\d,]+ copied$/gm)).toHaveLength(tables.length - 1)
    expect(told).toMatch(new RegExp(`^cards +${filled.cards.toLocaleString('en')} copied$`, 'm'))
    expect(told).toMatch(/^Done: .* read back and compared\.$/m)
    expect(told).toMatch(/DATABASE_URL: .*\n.*JWT_SECRET: /)
    expect(told).not.toContain('\r')
    expect(told).not.toContain('open-sesame')
  }
})

test.each<[string, () => string]>([
  ['PostgreSQL', () => postgres.server.url(up)],
  ['the SQLite file that came back', () => `sqlite:${down}`],
])('Inboard continues with it on %s', async (_where, address) => {
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
