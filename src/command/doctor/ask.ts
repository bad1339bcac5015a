import * as http from 'node:http'
import * as https from 'node:https'
import { getCACertificates } from 'node:tls'
import { seconds } from '../../server/common/clock.ts'

const patience = 5 * seconds
const longestBody = 64 * 1024

export interface Reply {
  status: number
  headers: http.IncomingHttpHeaders
  /** Parsed, or undefined if it is not JSON. */
  body: unknown
  text: string
  /** The port at our end of the connection. */
  port: number | undefined
}

/**
 * Requests a URL as it is, on a connection of its own, and follows no redirect. Rejects if there is no answer, or if the
 * machine does not trust its certificate. Reads no further once it has enough.
 */
export function ask(
  url: string,
  headers: Record<string, string> = {},
  isEnough = (text: string) => text.length > longestBody,
): Promise<Reply> {
  const { request, more } = url.startsWith('https:')
    ? { request: https.request, more: { ca: trusted() } }
    : { request: http.request, more: {} }
  const options = { ...more, agent: false, headers, signal: AbortSignal.timeout(patience) }
  return new Promise((resolve, reject) => {
    const asked = request(url, options, (response) => {
      const { statusCode = 0, headers: fields, socket } = response
      const port = socket.localPort
      let text = ''
      response.setEncoding('utf8').on('error', reject)
      response.on('data', (part: string) => {
        text += part
        if (isEnough(text)) response.destroy()
      })
      response.on('close', () =>
        resolve({ status: statusCode, headers: fields, body: parse(text), text, port }),
      )
    })
    asked.on('error', (error) =>
      reject(
        error.name === 'AbortError' ? new Error(`no answer within ${patience / seconds} seconds`) : error,
      ),
    )
    asked.end()
  })
}

/** Also those that the operator has added to the system, as a browser on it would. */
const trusted = () => [...getCACertificates('default'), ...getCACertificates('system')]

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
