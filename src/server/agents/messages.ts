import type { MessagePort } from 'node:worker_threads'
import type { AgentAnswer, AgentRequest } from '../http/agents.ts'

/** What the thread is told. */
export type Order = { id: number; request: AgentRequest }

/** What the thread tells. */
export type Report =
  | { kind: 'answer'; id: number; answer: AgentAnswer }
  /** It wants to ask the server something, as any client would. */
  | { kind: 'connect'; port: MessagePort }
  | { kind: 'error'; error: unknown }

export interface WorkerData {
  version: string
  hasBin: boolean
}
