import { type Agent, request } from 'node:http'
import type { ServerProcess } from '../processes/process.ts'

/**
 * How a request ended: with a complete answer, with part of one, without one on a connection that had worked
 * before, or without a connection.
 */
export type Fate = 'whole' | 'cut' | 'dropped' | 'none'

/** Posts one card to a server that may be shutting down. */
export const postCard = ({ url }: ServerProcess, token: string, text: string, agent: Agent) =>
  new Promise<Fate>((resolve) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const sent = request(`${url}/api/inbox/cards`, { method: 'POST', headers, agent }, (answer) => {
      let body = ''
      answer.on('data', (chunk) => {
        body += chunk
      })
      answer.once('end', () => resolve(isCard(body, text) ? 'whole' : 'cut'))
      answer.once('error', () => resolve('cut'))
    })
    sent.once('error', () => resolve(sent.reusedSocket ? 'dropped' : 'none'))
    sent.end(JSON.stringify({ text }))
  })

function isCard(body: string, text: string): boolean {
  try {
    return JSON.parse(body).card.text === text
  } catch {
    return false
  }
}
