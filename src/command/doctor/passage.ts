import { ask } from './ask.ts'
import { type Finding, good, problem, warning } from './finding.ts'
import type { Visit } from './reach.ts'

/** Checks that tokens get through the proxy to the server, and that events come back as they happen. */
export const examinePassage = async (appUrl: string, visit: Visit): Promise<Finding[]> => [
  ...(await examineToken(appUrl)),
  ...(await examineStream(visit)),
]

/** With a token that nobody has: the server says whether any has arrived. */
async function examineToken(appUrl: string): Promise<Finding[]> {
  const { headers } = await ask(`${appUrl}/api/projects`, { authorization: 'Bearer of-the-doctor' })
  if (headers['inboard-token'] !== 'missing') return []
  return [
    problem(
      'proxy',
      'it removes the header Authorization: nobody stays signed in',
      'Have it pass Authorization on to the server as it is. If the proxy asks for a password itself, exempt /api/ and /mcp.',
    ),
  ]
}

async function examineStream(visit: Visit): Promise<Finding[]> {
  const reply = await visit({}, '/api/events', Boolean).catch(() => undefined)
  // An older server.
  if (reply?.status === 401) return []
  // The server sends the end of this stream two seconds after its beginning.
  if (reply?.text === ':\n\n') return [good('events', 'arrive at once')]
  return [
    warning(
      'events',
      'the proxy holds back the event stream: changes from other devices arrive late',
      'Have it pass on /api/events as it comes; in nginx: proxy_buffering off, in Caddy: flush_interval -1',
    ),
  ]
}
