import type { ServerResponse } from 'node:http'
import { minutes, seconds } from '../clock.ts'
import type { Follow } from '../feed/streams.ts'

export const streamHeaders = {
  'cache-control': 'no-store',
  'content-type': 'text/event-stream; charset=utf-8',
  // nginx passes on what it gets, at once.
  'x-accel-buffering': 'no',
  // When the stream ends, so does its connection: a server that is shutting down does not wait for it.
  connection: 'close',
}

/** Proxies close what is silent; a client takes silence for a connection that is dead. */
const silence = 12 * seconds
/** How often a stream looks after itself: whether its session is still good, and whether anybody is reading. */
const interval = 4 * seconds
/** Clients come back by themselves. So a new version, or a new instance, gets its share of them. */
const longest = 60 * minutes
const patience = 30 * seconds

/** Writes what is followed as server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
export function startStream(
  raw: ServerResponse,
  follow: Follow['begin'],
  isStillGood: () => Promise<boolean>,
): void {
  const begunAt = performance.now()
  let commentedAt = begunAt
  let readAt = begunAt
  const end = () => raw.end()

  const following = follow({
    isReady: () => !raw.writableNeedDrain,
    send: (seq, data) => raw.write(`event: changes\nid: ${seq}\ndata: ${data}\n\n`),
    end,
  })
  // Proxies pass nothing on before the first byte.
  raw.write(':\n\n')
  raw.on('drain', () => following.goOn())
  // The client may have gone while the stream was being opened.
  if (raw.destroyed) {
    following.stop()
    return
  }

  async function lookAfter(): Promise<void> {
    const now = performance.now()
    if (!raw.writableNeedDrain) readAt = now
    if (now - readAt > patience) raw.destroy()
    else if (now - begunAt > longest || !(await isStillGood())) end()
    else if (now - commentedAt > silence - interval && !raw.writableNeedDrain) {
      commentedAt = now
      raw.write(':\n\n')
    }
  }
  // Each at its own time: thousands that were opened together would else all write at once, for ever.
  const timer = setInterval(() => lookAfter().catch(() => {}), interval * (1 - Math.random() / 4))
  raw.on('close', () => {
    clearInterval(timer)
    following.stop()
  })
}
