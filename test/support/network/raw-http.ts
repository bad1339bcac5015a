import { connect } from 'node:net'
import { Ajv } from 'ajv'
import { Problem } from '../../../src/contract/problem.ts'

export interface RawAnswer {
  status: number
  headers: Headers
  text: string
  /** The code, if the answer is a problem. */
  code?: string
}

interface RawConnection {
  answers: RawAnswer[]
  /** Bytes after the last complete answer. */
  rest: string
  /**
   * The state of the connection: still open when all expected answers had arrived, closed by the server, or
   * reset.
   */
  end: 'open' | 'closed' | 'reset'
}

/**
 * Sends bytes verbatim on a new connection, and reads until the server closes it or `count` answers have arrived.
 * Of a stream of events only the head is read. With `hangUp`, our half of the connection is closed after the bytes.
 * Checks that every answer has a request id, and that every error is a problem.
 */
export async function sendRaw(
  baseUrl: string,
  bytes: string | Uint8Array,
  count = Number.POSITIVE_INFINITY,
  { hangUp = false } = {},
): Promise<RawConnection> {
  const { hostname, port } = new URL(baseUrl)
  const socket = connect(Number(port), hostname)
  const received: Buffer[] = []
  const { promise, resolve } = Promise.withResolvers<RawConnection['end']>()
  // Only a client that accepts HTML gets a page for a 404; all others get a problem.
  const mayBePage = Buffer.from(bytes).includes('text/html')
  const read = () => readAnswers(Buffer.concat(received), mayBePage)
  socket.on('data', (chunk: Buffer) => {
    received.push(chunk)
    if (Number.isFinite(count) && read().answers.length >= count) resolve('open')
    // A stream never ends by itself.
    if (chunk.includes('text/event-stream')) resolve('open')
  })
  socket.on('end', () => resolve('closed'))
  socket.on('error', () => resolve('reset'))
  if (hangUp) socket.end(bytes)
  else socket.write(bytes)
  const end = await promise
  socket.destroy()
  return { ...read(), end }
}

/** Sends bytes and returns the first answer, whether or not the server closes the connection after it. */
export async function answerTo(baseUrl: string, bytes: string | Uint8Array, count = 1): Promise<RawAnswer> {
  const { answers, rest, end } = await sendRaw(baseUrl, bytes, count)
  const [answer] = answers
  if (!answer) throw new Error(`no answer, the connection is ${end}: ${rest}`)
  return answer
}

export function readAnswers(bytes: Buffer, mayBePage = false): Omit<RawConnection, 'end'> {
  const answers: RawAnswer[] = []
  let rest = bytes
  while (true) {
    const split = rest.indexOf('\r\n\r\n')
    const [statusLine = '', ...lines] = rest.subarray(0, Math.max(split, 0)).toString('latin1').split('\r\n')
    const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(statusLine) ?? []
    if (split < 0 || !status) return { answers, rest: rest.toString('latin1') }
    const headers = new Headers(lines.map((line) => line.split(/: ?(.*)/s, 2) as [string, string]))
    const isStream = headers.get('content-type')?.startsWith('text/event-stream')
    if (headers.has('transfer-encoding') && !isStream) throw new Error('an answer without its length')
    const start = split + 4
    const end = start + Number(headers.get('content-length') ?? 0)
    if (rest.length < end) return { answers, rest: rest.toString('latin1') }
    answers.push(
      checked({ status: Number(status), headers, text: rest.toString('utf8', start, end) }, mayBePage),
    )
    rest = rest.subarray(end)
  }
}

const ajv = new Ajv({ strict: false })
const isProblem = ajv.compile<Problem>(Problem)

function checked(answer: RawAnswer, mayBePage: boolean): RawAnswer {
  const { status, headers, text } = answer
  if (status < 200) return answer
  if (!headers.get('x-request-id')) throw new Error(`${status} without an X-Request-Id`)
  const type = headers.get('content-type')
  if (status < 400 || (mayBePage && status === 404 && type?.startsWith('text/html'))) return answer
  const body: unknown = JSON.parse(text)
  if (type !== 'application/problem+json; charset=utf-8' || !isProblem(body) || body.status !== status)
    throw new Error(`${status} as ${type}, and not as a problem: ${text}`)
  return { ...answer, code: body.code }
}
