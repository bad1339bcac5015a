import * as http from 'node:http'
import * as https from 'node:https'
import { getCACertificates } from 'node:tls'
import { seconds } from '../../server/common/clock.ts'
import type { Arrival } from '../../server/http/arrivals.ts'

export interface Reply {
  status: number
  headers: http.IncomingHttpHeaders
  text: string
  /** The text parsed, or undefined if it is not JSON. */
  body: unknown
  /** The port at our end of the connection. */
  port: number | undefined
}

/** Sends a request through APP_URL, and resolves to how it arrived. */
export type Visit = (
  headers?: Record<string, string>,
  path?: string,
) => Promise<Reply & { arrived: Arrival | undefined }>

const answersWithin = 5 * seconds
const longestBody = 64 * 1024

/**
 * Requests a URL as it is, on a connection of its own, and follows no redirect. Rejects if there is no answer, or if the
 * machine does not trust its certificate. Of a stream of events, reads the first part.
 */
export function ask(url: string, headers: Record<string, string> = {}): Promise<Reply> {
  const { request, more } = url.startsWith('https:')
    ? { request: https.request, more: { ca: trusted() } }
    : { request: http.request, more: {} }
  const options = { ...more, agent: false, headers, signal: AbortSignal.timeout(answersWithin) }
  return new Promise((resolve, reject) => {
    const asked = request(url, options, (response) => {
      const { statusCode = 0, headers: fields, socket } = response
      const port = socket.localPort
      const isStream = fields['content-type']?.startsWith('text/event-stream')
      let text = ''
      response.setEncoding('utf8').on('error', reject)
      response.on('data', (part: string) => {
        text += part
        if (isStream || text.length > longestBody) response.destroy()
      })
      response.on('close', () =>
        resolve({ status: statusCode, headers: fields, text, body: parse(text), port }),
      )
    })
    asked.on('error', (error) =>
      reject(
        error.name === 'AbortError'
          ? new Error(`no answer within ${answersWithin / seconds} seconds`)
          : error,
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
