import { type Agent, type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { SignedIn, TestInboard } from '../../support/service/inboard.ts'
import { times } from '../../support/service/sending.ts'

const inboxOf = 'GET /api/inbox/cards'

export async function fill({ client }: SignedIn) {
  const operations = times(40, (n) => ({
    method: 'POST',
    path: '/api/inbox/cards',
    body: { text: `Water the plants 🪴 ${n} ${'x'.repeat(n)}` },
  }))
  await client.batch({ operations })
}

export interface Received {
  headers: IncomingHttpHeaders
  bytes: Buffer
}

/** Not by `fetch`, which decodes what it gets. */
export async function ask(
  { url }: TestInboard,
  { token }: SignedIn,
  acceptEncoding: string | undefined,
  { requestLine = inboxOf, agent = undefined as Agent | undefined, body = '' } = {},
): Promise<Received> {
  const [method, path = ''] = requestLine.split(' ')
  const { promise, resolve, reject } = Promise.withResolvers<Received>()
  request(url + path, {
    method,
    agent,
    headers: {
      authorization: `Bearer ${token}`,
      ...(acceptEncoding !== undefined && { 'accept-encoding': acceptEncoding }),
      ...(body && { 'content-type': 'application/json' }),
    },
  })
    .on('response', (response) =>
      buffer(response).then((bytes) => resolve({ headers: response.headers, bytes }), reject),
    )
    .on('error', reject)
    .end(body)
  return await promise
}

export function decoded({ headers, bytes }: Received): string {
  const inverse = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync }
  const encoding = headers['content-encoding'] as keyof typeof inverse | undefined
  return (encoding ? inverse[encoding](bytes) : bytes).toString()
}
