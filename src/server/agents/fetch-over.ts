import { request as send } from 'node:http'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { PortSocket } from './port-socket.ts'

/** `fetch`, on connections to another thread: it is given the other end of each. */
export function fetchOver(connect: (port: MessagePort) => void): typeof fetch {
  const createConnection = () => {
    const { port1, port2 } = new MessageChannel()
    connect(port2)
    return new PortSocket(port1)
  }
  return (url, { method = 'GET', headers, body, signal } = {}) =>
    new Promise<Response>((resolve, reject) => {
      const { pathname, search } = new URL(String(url))
      // As fetch says it, so that the client knows that it can try again.
      const fail = (cause: Error) =>
        reject(signal?.aborted ? signal.reason : new TypeError('fetch failed', { cause }))
      const sending = send(
        {
          method,
          path: pathname + search,
          headers: { ...(headers as Record<string, string>), host: 'localhost' },
          createConnection,
          ...(signal && { signal }),
        },
        (message) => {
          const chunks: Buffer[] = []
          message.on('data', (chunk) => chunks.push(chunk))
          message.on('error', fail)
          message.on('end', () => {
            const { statusCode: status = 0 } = message
            const sent = Object.entries(message.headers).map(([name, value]): [string, string] => [
              name,
              String(value),
            ])
            resolve(new Response(status === 204 ? null : Buffer.concat(chunks), { status, headers: sent }))
          })
        },
      )
      sending.on('error', fail)
      sending.end(body as string | undefined)
    })
}
