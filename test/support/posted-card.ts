import { type Agent, request } from 'node:http'
import type { ServerProcess } from './process.ts'

/**
 * A whole answer, a part of one, none on a connection that has served before, or none because there was nobody to
 * connect to.
 */
export type Fate = 'whole' | 'cut' | 'dropped' | 'none'

/** What became of one card, posted to a server that may be ending. */
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
