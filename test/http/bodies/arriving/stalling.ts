import { type OpenConnection, openConnection } from '../../../support/network/open-connection.ts'
import { times } from '../../../support/service/sending.ts'
import { inboard } from '../../../support/service/shared.ts'

/** The framing of a body of sixty bytes, and its first part. */
const framings = {
  'half of it': ['Content-Length: 60', '{"text":"Wee'],
  nothing: ['Content-Length: 60', ''],
  'a chunk': ['Transfer-Encoding: chunked', 'c\r\n{"text":"Wee\r\n'],
} as const

/** After half of it. */
export const rest = `d"${' '.repeat(60 - 15)}}`

export const headOf = (line: string, token: string, framing: string, url = inboard.url) =>
  `${line} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n${framing}\r\n\r\n`

/** Sends a request but for the end of its body. Resolves when the server is waiting for that, or has refused it. */
export async function stall(
  line: string,
  token: string,
  [framing, sent]: readonly [string, string] = framings['half of it'],
  url = inboard.url,
): Promise<OpenConnection> {
  const connection = await openConnection(url)
  await connection.send(headOf(line, token, `${framing}\r\nExpect: 100-continue`, url))
  await connection.answers(1)
  await connection.send(sent)
  return connection
}

const lines = ['POST /api/inbox/cards', 'PUT /api/cards/order', 'POST /api/batch', 'POST /mcp']

/** So many requests of every kind, whose tokens the server has seen before. */
export const stallMany = (count: number, tokens: readonly string[], url = inboard.url) =>
  Promise.all(
    times(count, (index) =>
      stall(
        lines[index % lines.length] ?? '',
        tokens[index % tokens.length] ?? '',
        Object.values(framings)[index % 3],
        url,
      ),
    ),
  )
