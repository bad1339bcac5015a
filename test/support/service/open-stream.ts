import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { Changes } from '../../../src/contract/feed.ts'
import { eventually } from './inboard.ts'

interface StreamEvent {
  event: string
  id: string
  changes: Changes
}

export interface OpenStream {
  status: number
  headers: IncomingMessage['headers']
  /** All bytes so far. */
  text(): string
  events(): StreamEvent[]
  /** The changes of all events so far, once the last one has reached this state. */
  until(seq: number): Promise<Changes[]>
  isEnded(): boolean
  /** Stops reading. */
  pause(): void
  resume(): void
  close(): void
}

export interface StreamOptions {
  token?: string
  since?: number | string
  lastEventId?: string
}

/** Follows `GET /api/events` without our own client. */
export async function openStream(url: string, options: StreamOptions): Promise<OpenStream> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const outgoing = askForStream(url, options).on('response', resolve).on('error', reject)
  const response = await promise
  const chunks: Buffer[] = []
  const text = () => Buffer.concat(chunks).toString()
  let isEnded = false
  response.on('data', (chunk: Buffer) => chunks.push(chunk))
  // A stream that breaks off has ended, too.
  response.on('error', () => {})
  response.on('close', () => {
    isEnded = true
  })
  const events = () => text().split('\n\n').slice(0, -1).flatMap(readBlock)
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text,
    events,
    until: (seq) =>
      eventually(() => {
        const isThere = new RegExp(`^id: ${seq}\\ndata: .*\\n\\n`, 'm').test(text())
        return isThere ? events().map(({ changes }) => changes) : undefined
      }, `an event with the id ${seq}`),
    isEnded: () => isEnded,
    pause: () => void response.pause(),
    resume: () => void response.resume(),
    close: () => void outgoing.destroy(),
  }
}

export function askForStream(url: string, { token, since, lastEventId }: StreamOptions): ClientRequest {
  const outgoing = request(`${url}/api/events${since === undefined ? '' : `?since=${since}`}`, {
    agent: false,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
  })
  outgoing.on('error', () => {})
  outgoing.end()
  return outgoing
}

/** Blocks without data are not events. */
function readBlock(block: string): StreamEvent[] {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
  const [event = '', id = '', data] = [field('event'), field('id'), field('data')]
  return data === undefined ? [] : [{ event, id, changes: JSON.parse(data) }]
}
