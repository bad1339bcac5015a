/** The thread that answers agents. It asks the server for everything, over connections to it, as the caller would. */
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { createMcpHandler } from '@modelcontextprotocol/server'
import { createClient } from '../../client/client.ts'
import { createMcpServer } from '../../mcp/server.ts'
import type { AgentAnswer, AgentRequest } from '../http/agents.ts'
import { fetchOver } from './fetch-over.ts'
import type { Order, Report, WorkerData } from './messages.ts'

const port = parentPort
if (!port) throw new Error('this is no program of its own')
const report = (one: Report, transferred: (ArrayBuffer | MessagePort)[] = []) =>
  port.postMessage(one, transferred)

const { version, hasBin } = workerData as WorkerData
const fetch = fetchOver((other) => report({ kind: 'connect', port: other }, [other]))
const onError = (error: unknown) => report({ kind: 'error', error })

async function answer({ token, scope, headers, body }: AgentRequest): Promise<AgentAnswer> {
  const client = createClient({ baseUrl: 'http://localhost', token: () => token, fetch })
  const handler = createMcpHandler(() =>
    createMcpServer({ client, version, hasBin, scope: async () => scope, onError }),
  )
  const response = await handler.fetch(
    new Request('http://localhost/mcp', { method: 'POST', headers, body: body as Uint8Array<ArrayBuffer> }),
  )
  // What there is to list never changes. Whoever subscribes to that is told that they have, and that it is over.
  if (response.headers.get('content-type') === 'text/event-stream') await handler.close()
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
