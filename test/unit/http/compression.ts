import { setImmediate as nextTurn } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Encoding, encode, encodingFor } from '../../../src/server/http/compression.ts'
import { anyString } from '../../support/models/any-string.ts'

export function testCompression(runs: number): void {
  describe('the encoding that an Accept-Encoding header prefers', () => {
    const all = ['zstd', 'br', 'gzip'] as const

    test.for([
      [undefined, undefined],
      ['', undefined],
      ['gzip, deflate, br, zstd', 'zstd'],
      ['gzip, deflate, br', 'br'],
      ['gzip, deflate', 'gzip'],
      ['GZIP', 'gzip'],
      [' gzip ; q=0.5 ,br;Q=0.4', 'gzip'],
      ['zstd;q=0.1, br;q=0.2, gzip;q=0.3', 'gzip'],
      ['zstd;q=0.5, br;q=0.5', 'zstd'],
      ['zstd;q=0, br;q=0.000, gzip', 'gzip'],
      ['deflate, compress', undefined],
      ['*', 'zstd'],
      ['*, zstd;q=0', 'br'],
      ['*;q=0', undefined],
      ['*;q=0, gzip', 'gzip'],
      ['gzip;q=0.1, *;q=0.5', 'zstd'],
      ['identity', undefined],
      ['identity, gzip;q=0.5', undefined],
      ['identity;q=0.5, gzip', 'gzip'],
      ['identity;q=0.5, gzip;q=0.5', 'gzip'],
      ['identity, *;q=0.1', undefined],
      ['identity;q=0, gzip;q=0.001', 'gzip'],
      ['identity;q=0, *', 'zstd'],
      // Nothing that there is would be acceptable. It is sent as it is rather than refused.
      ['identity;q=0', undefined],
      ['identity;q=0, deflate', undefined],
      ['*;q=0, identity;q=0', undefined],
      ['gzip;q=none', undefined],
      ['gzip;q=', undefined],
      ['gzip;q=-1', undefined],
      [',, ;;,q=1,;q=1', undefined],
    ] as const)('%j: %s', ([header, encoding]) => {
      expect(encodingFor(header, all)).toBe(encoding)
    })

    test('chooses only offered encodings', () => {
      expect(encodingFor('zstd, br, gzip', ['br', 'gzip'])).toBe('br')
      expect(encodingFor('zstd', ['br', 'gzip'])).toBeUndefined()
      expect(encodingFor('zstd, *', [])).toBeUndefined()
    })

    test('any header at all is read', () => {
      const part = fc.oneof(
        fc.constantFrom('gzip', 'br', 'zstd', '*', 'identity', ';q=', ',', '0.5'),
        fc.string(),
      )
      fc.assert(
        fc.property(fc.array(part), (parts) => {
          expect([undefined, ...all]).toContain(encodingFor(parts.join(''), all))
        }),
      )
    })
  })

  describe('encoding a body', () => {
    const inverse: Record<Encoding, (bytes: Uint8Array) => Buffer> = {
      zstd: zstdDecompressSync,
      br: brotliDecompressSync,
      gzip: gunzipSync,
    }

    const encoded = (text: string, acceptEncoding?: string) =>
      new Promise<{ body: string | Uint8Array; headers: Record<string, string | undefined> }>((resolve) =>
        encode(text, acceptEncoding, (body, headers) =>
          resolve({
            body,
            headers: Object.fromEntries(
              headers.flatMap((name, index) => (index % 2 === 0 ? [[name, headers[index + 1]]] : [])),
            ),
          }),
        ),
      )

    test('1,024 bytes are sent as they are, and one more is worth compressing', async () => {
      const [short, long] = [`${'é'.repeat(511)}..`, `${'é'.repeat(511)}...`]
      expect(await encoded(short, 'gzip')).toEqual({ body: short, headers: { 'content-length': '1024' } })
      const { body, headers } = await encoded(long, 'gzip')
      expect(headers).toEqual({
        'content-encoding': 'gzip',
        'content-length': String(body.length),
        vary: 'accept-encoding',
      })
      expect(await encoded(long)).toEqual({
        body: long,
        headers: { 'content-length': '1025', vary: 'accept-encoding' },
      })
    })

    test('any text comes back as it was', async () => {
      const text = anyString().map((one) => one + JSON.stringify('🪴 収穫 '.repeat(200)))
      await fc.assert(
        fc.asyncProperty(text, fc.constantFrom('zstd', 'br', 'gzip'), async (one, encoding) => {
          const { body } = await encoded(one, encoding)
          expect(inverse[encoding](body as Buffer).toString()).toBe(one)
        }),
        { numRuns: runs },
      )
    })

    test.for(['zstd', 'br', 'gzip'])(
      'the event loop goes on turning while %s is at work',
      async (encoding) => {
        const text = JSON.stringify(Array.from({ length: 20_000 }, () => crypto.randomUUID()))
        let isDone = false
        const done = encoded(text, encoding).then(() => {
          isDone = true
        })
        let turns = 0
        while (!isDone) {
          await nextTurn()
          turns++
        }
        await done
        expect(turns).toBeGreaterThan(3)
      },
    )
  })
}
