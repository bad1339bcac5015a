import { afterEach, expect, test } from 'vitest'
import { openConnection } from '../../support/network/open-connection.ts'
import { codeOfRefusal, eventually } from '../../support/service/inboard.ts'
import { longBodies, noLongBodies } from '../../support/service/long-bodies.ts'
import { inboard } from '../../support/service/shared.ts'

const person = await inboard.signIn()

/** A hundred cards of a thousand characters, all different. */
const texts = Array.from({ length: 100 }, (_, index) => `${index} `.repeat(1000).slice(0, 1000).trim())
const operations = texts.map((text) => ({
  method: 'POST' as const,
  path: '/api/inbox/cards',
  body: { text },
}))
const body = JSON.stringify({ operations })

afterEach(noLongBodies)

const head = `POST /api/batch HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${person.token}\r\nContent-Type: application/json\r\n`

test.for([1, 700, 40_000, 65_535, 65_536, 65_537, 90_000])(
  'a long body whose pieces have %s bytes is the one that was sent',
  async (size) => {
    const { client, token } = await inboard.signIn()
    const { send, socket } = await openConnection(inboard.url)
    await send(`${head.replace(person.token, token)}Content-Length: ${body.length}\r\n\r\n`)
    // Of small ones there are twenty, and then comes all the rest.
    const cuts = Array.from({ length: 20 }, (_, index) => Math.min(index * size, body.length))
    for (const [index, at] of cuts.entries()) await send(body.slice(at, cuts[index + 1]))
    const cards = await eventually(async () => {
      const listed = await client.listInboxCards()
      return listed.cards.length === texts.length ? listed.cards : undefined
    }, 'all cards')
    expect(cards.every(({ text }, index) => text === texts[index])).toBe(true)
    socket.destroy()
  },
)

test('nothing stays behind if the client disconnects in the middle of a long body', async () => {
  const { send, socket } = await openConnection(inboard.url)
  await send(`${head}Content-Length: ${body.length}\r\n\r\n${body.slice(0, 90_000)}`)
  await eventually(() => (longBodies() === 1 ? true : undefined), 'a file')
  socket.destroy()
})

test('without disk space a long body is refused for now, and the reason is logged', async () => {
  const { TMPDIR } = process.env
  const before = inboard.log.length
  process.env.TMPDIR = '/nowhere'
  try {
    expect(await codeOfRefusal(person.client.batch({ operations }))).toBe('unavailable')
    await person.client.addInboxCard({ text: 'Short' })
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
  expect(inboard.log.splice(before).map(({ msg }) => msg)).toEqual([
    'a long body cannot be written to a temporary file',
  ])
  const { results } = await person.client.batch({ operations })
  expect(results.every(({ status }) => status === 201)).toBe(true)
})
