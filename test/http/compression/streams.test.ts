import { type IncomingMessage, request } from 'node:http'
import { constants, createGunzip, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { eventually, type SignedIn, startTestInboard } from '../../support/service/inboard.ts'
import { times } from '../../support/service/sending.ts'
import { inboard } from '../../support/service/shared.ts'

/** Follows changes as a browser does, and reads what has arrived without waiting for more. */
async function follow({ token }: SignedIn, acceptEncoding: string, url = inboard.url) {
  const { promise, resolve } = Promise.withResolvers<IncomingMessage>()
  const outgoing = request(`${url}/api/events?since=0`, {
    agent: false,
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': acceptEncoding },
  })
  outgoing.on('response', resolve).on('error', () => {})
  outgoing.end()
  onTestFinished(() => void outgoing.destroy())
  const response = await promise
  const chunks: Buffer[] = []
  const decoded: Buffer[] = []
  const decoder = response.headers['content-encoding'] ? createGunzip() : undefined
  decoder?.on('error', () => {}).on('data', (chunk) => decoded.push(chunk))
  const state = { isEnded: false }
  response.on('data', (chunk) => {
    chunks.push(chunk)
    decoder ? decoder.write(chunk) : decoded.push(chunk)
  })
  response.on('end', () => {
    state.isEnded = true
  })
  const text = () => Buffer.concat(decoded).toString()
  return {
    headers: response.headers,
    state,
    bytes: () => Buffer.concat(chunks),
    text,
    until: (seq: number) =>
      eventually(() => text().includes(`\nid: ${seq}\n`) || undefined, `the event ${seq}`),
  }
}

test.for([
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'gzip'],
  ['br', undefined],
  ['identity, gzip;q=0.5', undefined],
  ['gzip;q=0', undefined],
  ['', undefined],
] as const)('to whom accepts %j, a stream comes in %s', async ([accepted, encoding]) => {
  const ada = await inboard.signIn()
  const { headers, text } = await follow(ada, accepted)
  expect(headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    vary: 'accept-encoding',
  })
  expect(headers['content-encoding']).toBe(encoding)
  await eventually(() => text() === ':\n\n' || undefined, 'its beginning')
})

test('every event of a compressed stream can be read when it has arrived, and all devices get the same', async () => {
  const ada = await inboard.signIn()
  const [plain, ...compressed] = await Promise.all(
    ['identity', 'gzip', 'gzip', 'gzip'].map((encoding) => follow(ada, encoding)),
  )
  const long = times(40, (n) => `Water the plants 🪴 ${n}`).join('\n')
  // The short ones are stored as they are.
  for (const [index, text] of ['short', long, 'short again', long].entries()) {
    await ada.client.addInboxCard({ text })
    for (const stream of [plain, ...compressed]) await stream?.until(index + 1)
  }
  for (const stream of compressed) expect(stream.text()).toBe(plain?.text())
  // Somebody who comes later gets it all at once.
  const later = await follow(ada, 'gzip')
  await later.until(4)
  expect(later.text()).toContain(JSON.stringify(long))
  expect(later.bytes().length).toBeLessThan(later.text().length / 2)
})

/** Some decoders, such as Go's, deliver what they have only at an empty stored block. */
function deliveredAtFlushes(bytes: Buffer): string {
  const end = bytes.lastIndexOf(Buffer.from([0, 0, 0xff, 0xff])) + 4
  return end < 4 ? '' : gunzipSync(bytes.subarray(0, end), { finishFlush: constants.Z_SYNC_FLUSH }).toString()
}

test('each part of a compressed stream, short or long, flushes every decoder', async () => {
  const ada = await inboard.signIn()
  const stream = await follow(ada, 'gzip')
  const arrives = (end: string) =>
    eventually(() => deliveredAtFlushes(stream.bytes()).endsWith(end) || undefined, JSON.stringify(end))
  await arrives(':\n\n')
  for (const text of ['short', 'long'.repeat(400), 'short again']) {
    await ada.client.addInboxCard({ text })
    await stream.until((await ada.client.changes({})).seq)
    await arrives(stream.text())
  }
})

test('a compressed stream that the server ends is whole', async () => {
  const own = await startTestInboard()
  const ada = await own.signIn()
  const stream = await follow(ada, 'gzip', own.url)
  await ada.client.addInboxCard({ text: 'x'.repeat(1500) })
  await stream.until(1)
  await own.stop()
  await eventually(() => stream.state.isEnded || undefined, 'its end')
  // It throws if anything is missing, or if the checksum is not that of the text.
  expect(gunzipSync(stream.bytes()).toString()).toBe(stream.text())
})
