/** The thread that answers agents. It asks the server for everything, over connections to it, as the caller would. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { createClient } from '../../client/client.ts'
import type { Scope } from '../../contract/access.ts'
import { createMcpServer } from '../../mcp/server.ts'
import type { AgentAnswer, AgentRequest } from '../http/agents.ts'
import { fetchOver } from './fetch-over.ts'
import type { Order, Report, WorkerData } from './messages.ts'

const port = parentPort
if (!port) throw new Error('this is no program of its own')
const report = (one: Report, transferred: (ArrayBuffer | MessagePort)[] = []) =>
  port.postMessage(one, transferred)

const { version } = workerData as WorkerData
const fetch = fetchOver((other) => report({ kind: 'connect', port: other }, [other]))
const onError = (error: unknown) => report({ kind: 'error', error })

const handler = createMcpHandler(
  ({ authInfo }) => {
    const { token = '', scopes = [] } = authInfo ?? {}
    const scope = scopes[0] as Scope
    return createMcpServer({
      client: createClient({ baseUrl: 'http://localhost', token: () => token, fetch }),
      version,
      scope: async () => scope,
      onError,
    })
  },
  // What there is to list stays the same.
  { maxSubscriptions: 0 },
)

async function answer({ token, scope, headers, body }: AgentRequest): Promise<AgentAnswer> {
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    headers,
    body: body as Uint8Array<ArrayBuffer>,
  })
  const response = await handler.fetch(request, { authInfo: { token, scopes: [scope], clientId: '' } })
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { status: response.status, headers: Object.fromEntries(response.headers), body: bytes }
}

port.on('message', async ({ id, request }: Order) => {
  try {
    report({ kind: 'answer', id, answer: await answer(request) })
  } catch (error) {
    onError(error)
    report({ kind: 'answer', id, answer: { status: 500, headers: {}, body: new Uint8Array() } })
  }
})
