import { connect, type Socket } from 'node:net'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'

export interface Reply {
  status: number
  /** The headers as received, without the status line. */
  head: string
  text: string
}

interface Expected {
  hasBody: boolean
  resolve(reply: Reply | undefined): void
}

/** A keep-alive connection that sends bytes verbatim, and is reopened when the server has closed it. */
export class Line {
  readonly #port: number
  #socket: Socket | undefined
  #received: Buffer = Buffer.alloc(0)
  #expected: Expected[] = []

  constructor(url: string) {
    this.#port = Number(new URL(url).port)
  }

  /** Resolves to `undefined` if the server closed the connection without an answer. */
  ask(bytes: string | Uint8Array, { hasBody = true } = {}): Promise<Reply | undefined> {
    const { promise, resolve } = Promise.withResolvers<Reply | undefined>()
    this.#expected.push({ hasBody, resolve })
    const socket = this.#open()
    // Requests made in the same tick are pipelined in one packet.
    socket.cork()
    process.nextTick(() => socket.uncork())
    socket.write(bytes)
    return promise
  }

  close(): void {
    this.#socket?.destroy()
  }

  #open(): Socket {
    if (this.#socket) return this.#socket
    const socket = connect(this.#port, '127.0.0.1').setNoDelay()
    this.#socket = socket
    this.#received = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
    // Errors are followed by `close`, which resolves the unanswered requests.
    socket.on('error', () => {})
    socket.on('close', () => this.#forget(socket))
    socket.on('end', () => this.#forget(socket))
    return socket
  }

  #forget(socket: Socket): void {
    if (socket !== this.#socket) return
    this.#socket = undefined
    for (const { resolve } of this.#expected.splice(0)) resolve(undefined)
  }

  #read(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    while (this.#expected[0]) {
      const found = firstReply(this.#received, this.#expected[0].hasBody)
      if (!found) return
      this.#received = this.#received.subarray(found.end)
      const { resolve } = this.#expected.shift() as Expected
      if (/^connection: close/im.test(found.reply.head)) this.#leave()
      resolve(found.reply)
    }
  }

  #leave(): void {
    const socket = this.#socket
    if (socket) this.#forget(socket)
    socket?.destroy()
  }
}

function firstReply(bytes: Buffer, hasBody: boolean): { reply: Reply; end: number } | undefined {
  const split = bytes.indexOf('\r\n\r\n')
  if (split < 0) return undefined
  const [line = '', ...headers] = bytes.toString('latin1', 0, split).split('\r\n')
  const head = headers.join('\r\n')
  const start = split + 4
  const body = hasBody ? bodyAt(bytes, start, head) : { content: Buffer.alloc(0), end: start }
  if (!body) return undefined
  const { content, end } = body
  return { reply: { status: Number(line.split(' ')[1]), head, text: decoded(content, head) }, end }
}

const decoders = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync }

function decoded(content: Buffer, head: string): string {
  const encoding = /^content-encoding: (\w+)/im.exec(head)?.[1] as keyof typeof decoders | undefined
  // An answer without a body, such as one to HEAD, may say how it would be encoded.
  return (encoding && content.length > 0 ? decoders[encoding](content) : content).toString('utf8')
}

/** Nothing of a stream, which never ends. */
function bodyAt(bytes: Buffer, start: number, head: string): { content: Buffer; end: number } | undefined {
  if (/^transfer-encoding: chunked/im.test(head) && !/^content-type: text\/event-stream/im.test(head))
    return chunksAt(bytes, start)
  const end = start + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
  return bytes.length < end ? undefined : { content: bytes.subarray(start, end), end }
}

function chunksAt(bytes: Buffer, start: number): { content: Buffer; end: number } | undefined {
  const chunks: Buffer[] = []
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return undefined
    const length = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    const chunk = bytes.subarray(lineEnd + 2, lineEnd + 2 + length)
    at = lineEnd + 2 + length + 2
    if (bytes.length < at) return undefined
    if (length === 0) return { content: Buffer.concat(chunks), end: at }
    chunks.push(chunk)
  }
}

/** The whole reply without the headers that differ every time. */
export function comparable(reply: Reply | undefined): string {
  const head = reply?.head.replace(/^(?:x-request-id|date): .*\r?\n?/gim, '')
  return reply ? `${reply.status}\n${head}\n${reply.text}` : 'no answer'
}

interface Asked {
  token?: string | undefined
  body?: unknown
}

/** The text of a well-formed request. */
export function written(method: string, path: string, { token, body }: Asked = {}): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  return [
    `${method} ${path} HTTP/1.1`,
    'Host: localhost',
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(body === undefined
      ? []
      : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(text)}`]),
    '',
    text,
  ].join('\r\n')
}
