import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { type Client, createClient } from '../../../src/client/client.ts'
import { checkAnswer } from '../../support/service/contract-check.ts'
import type { Answer } from '../../support/service/inboard.ts'

interface Sent {
  method?: string
  token?: string | undefined
  /** Sent as JSON. */
  body?: unknown
  headers?: Record<string, string>
  /** Hangs up as soon as the request has been sent, and rejects. */
  hangUp?: boolean
}

/**
 * Sends requests over keep-alive connections with `node:http`, because a million of them would spend most of
 * their time in `fetch`. Every answer is checked against the contract.
 */
export class KeptConnections {
  readonly #url: string
  readonly #agent = new Agent({ keepAlive: true })

  constructor(url: string) {
    this.#url = url
  }

  async request(method: string, path: string, sent: Sent = {}): Promise<Answer> {
    const { token, body, headers = {}, hangUp = false } = sent
    const all = { ...(token && { authorization: `Bearer ${token}` }), ...headers }
    return body === undefined
      ? await this.#send(method, this.#url + path, all, undefined, hangUp)
      : await this.#send(method, this.#url + path, { ...all, ...json }, JSON.stringify(body), hangUp)
  }

  client(token?: string): Client {
    // Only those members of a Response that the client uses.
    const fetch = async (url: string, { method = 'GET', headers, body }: RequestInit) => {
      const answer = await this.#send(method, url, headers as Record<string, string>, body as string)
      return { ...answer, ok: answer.status < 400, text: async () => JSON.stringify(answer.body) }
    }
    return createClient({
      baseUrl: this.#url,
      token: () => token,
      retries: 0,
      fetch: fetch as unknown as typeof globalThis.fetch,
    })
  }

  #send(
    method: string,
    url: string,
    headers: Record<string, string>,
    body?: string,
    hangUp = false,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
      const sent = httpRequest(url, { method, agent: this.#agent, headers: { ...headers, ...length } })
      sent.on('error', reject)
      if (hangUp) sent.on('finish', () => sent.destroy())
      sent.on('response', (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk) => {
          text += chunk
        })
        response.on('error', reject)
        response.on('end', () => {
          const status = response.statusCode ?? 0
          const headers = toHeaders(response.headers)
          try {
            checkAnswer(method, url, status, headers, text)
            resolve({ status, headers, text, body: text === '' ? undefined : JSON.parse(text) })
          } catch (error) {
            reject(error)
          }
        })
      })
      sent.end(body)
    })
  }
}

const json = { 'content-type': 'application/json' }

const toHeaders = (received: IncomingHttpHeaders) =>
  new Headers(Object.entries(received).map(([name, value]) => [name, String(value)]))
