import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { GzipFrame, Part } from '../../../src/server/http/event-stream.ts'
import { times } from '../../support/service/sending.ts'

async function gzip(parts: Part[]): Promise<Buffer> {
  const frame = new GzipFrame()
  const bytes: Buffer[] = [GzipFrame.head]
  for (const part of parts) {
    frame.add(part.plain)
    bytes.push(await part.deflated)
  }
  return Buffer.concat([...bytes, frame.end()])
}

test.for([0, 1, 3, 1024, 1025, 65_535, 65_536, 200_000])(
  'parts of %d bytes make one gzip file',
  async (length) => {
    const texts = [':\n\n', ...times(3, (n) => `${n} plants 🪴 `.repeat(length).slice(0, length))]
    expect(gunzipSync(await gzip(texts.map((text) => new Part(text)))).toString()).toBe(texts.join(''))
  },
)

test('a part is compressed once', async () => {
  const part = new Part('x'.repeat(10_000), Buffer.from('y'.repeat(10_000)))
  expect(await part.deflated).toBe(await part.deflated)
  expect((await part.deflated).length).toBeLessThan(200)
})
