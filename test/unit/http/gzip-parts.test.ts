import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { FeedEvent } from '../../../src/server/feed/streams.ts'
import { deflated, GzipFrame } from '../../../src/server/http/event-stream.ts'
import { times } from '../../support/service/sending.ts'

const partOf = (text: string): FeedEvent => ({ plain: Buffer.from(text) })

async function gzip(parts: FeedEvent[]): Promise<Buffer> {
  const frame = new GzipFrame()
  const bytes: Buffer[] = [GzipFrame.head]
  for (const part of parts) {
    frame.add(part.plain)
    bytes.push(await deflated(part))
  }
  return Buffer.concat([...bytes, frame.end()])
}

test.for([0, 1, 3, 1024, 1025, 65_535, 65_536, 200_000])(
  'parts of %d bytes make one gzip file',
  async (length) => {
    const texts = [':\n\n', ...times(3, (n) => `${n} plants 🪴 `.repeat(length).slice(0, length))]
    expect(gunzipSync(await gzip(texts.map(partOf))).toString()).toBe(texts.join(''))
  },
)

test('a part is compressed once', async () => {
  const part = partOf('x'.repeat(10_000) + 'y'.repeat(10_000))
  expect(await deflated(part)).toBe(await deflated(part))
  expect((await deflated(part)).length).toBeLessThan(200)
})
