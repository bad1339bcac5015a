/**
 * The bare limit: what Node and the database take for the same work, with the same statements on the same
 * rows and with the same answers, and nothing else. The caller's id is taken on trust, and nothing is
 * checked, routed or logged. It serves one operation at a time: the one that it was last told to serve.
 */
import { createServer, type ServerResponse } from 'node:http'
import type { Handlers } from './bare-handlers.ts'

const { PORT, DATABASE_URL = '', SYNCHRONOUS = 'normal' } = process.env
const handlers: Handlers = DATABASE_URL.startsWith('sqlite:')
  ? (await import('./bare-sqlite.ts')).openHandlers(DATABASE_URL.slice('sqlite:'.length), SYNCHRONOUS)
  : (await import('./bare-postgres.ts')).openHandlers(DATABASE_URL)

let handle = handlers.read
process.on('message', (message) => {
  const { serve } = message as { serve?: string }
  if (!serve) return
  handle = handlers[serve.replace(/-\d+$/, '') as keyof Handlers]
  process.send?.('ready')
})

function answer(response: ServerResponse, value: unknown) {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
  response.end(text)
}

const server = createServer((request, response) => {
  const { method, url = '', headers } = request
  const work = (body?: unknown) => {
    const value = handle(headers.authorization ?? '', url, body as never)
    if (value instanceof Promise) value.then((awaited) => answer(response, awaited))
    else answer(response, value)
  }
  if (method === 'GET') return work()
  const chunks: Buffer[] = []
  request.on('data', (chunk) => chunks.push(chunk))
  request.on('end', () => work(JSON.parse(Buffer.concat(chunks).toString())))
})
server.keepAliveTimeout = 60_000
server.listen(Number(PORT), '127.0.0.1', () => process.stderr.write('The bare limit is running\n'))
process.on('SIGTERM', () => process.exit())
