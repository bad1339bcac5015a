import type { Transport } from '@modelcontextprotocol/client'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

/** The revisions of the protocol that agents speak: the current one, and the previous one. */
export const eras = ['2026-07-28', '2025-11-25'] as const
export type Era = (typeof eras)[number]

interface Result {
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  data: any
  isError: boolean
  /** What is said after the text. */
  rest: string[]
}

/** An agent: the official client, with what a model sees of an answer. */
export interface Agent {
  client: Client
  use(tool: string, given?: Record<string, unknown>): Promise<Result>
  close(): Promise<void>
}

export async function agentOver(transport: Transport, era: Era = eras[0]): Promise<Agent> {
  const mode = era === '2025-11-25' ? 'legacy' : { pin: era }
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  return {
    client,
    async use(tool, given = {}) {
      const result = await client.callTool({ name: tool, arguments: given }, { timeout: 10 * 60_000 })
      const [text = '', ...rest] = result.content.map((one) => (one.type === 'text' ? one.text : one.type))
      return {
        text,
        rest,
        data: result.structuredContent,
        isError: result.isError ?? false,
      }
    },
    close: () => client.close(),
  }
}

/** An agent that speaks to the server directly. */
export const connectAgent = (url: string, token: string, era?: Era) =>
  agentOver(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
    era,
  )
