import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** The header that a proxy sends, from the one that it was sent and the IP of its client. */
type ForwardedFor = (sent: string | undefined, client: string) => string | undefined

interface Options {
  forwardedFor?: ForwardedFor
  /** Keeps the client's token from the server. */
  removesToken?: boolean
  /** Sends nothing of a response before it has ended. */
  holdsBack?: boolean
  /** For https. */
  identity?: { key: string; cert: string }
}

/** What nginx does with `$proxy_add_x_forwarded_for`. */
export const appending: ForwardedFor = (sent, client) => (sent ? `${sent}, ${client}` : client)
/** What Caddy does by default. */
export const replacing: ForwardedFor = (_sent, client) => client
/** What nginx does by default. */
export const passingOn: ForwardedFor = (sent) => sent
export const removing: ForwardedFor = () => undefined

export interface ReverseProxy {
  url: string
  leadTo(target: string): void
  stop(): void
}

/** A proxy on its own port, which can be asked for its URL before there is a server behind it. */
export async function startReverseProxy({
  forwardedFor = appending,
  removesToken = false,
  holdsBack = false,
  identity,
}: Options = {}): Promise<ReverseProxy> {
  let target = ''
  const server = (identity ? createSecureServer.bind(undefined, identity) : createServer)(
    (incoming, outgoing) => {
      const { 'x-forwarded-for': sent, ...headers } = incoming.headers
      const named = forwardedFor(sent as string | undefined, incoming.socket.remoteAddress ?? '')
      if (removesToken) delete headers.authorization
      const forwarded = request(
        `${target}${incoming.url}`,
        {
          method: incoming.method,
          headers: { ...headers, ...(named && { 'x-forwarded-for': named }) },
          agent: false,
        },
        (response) => {
          const begin = () => outgoing.writeHead(response.statusCode ?? 0, response.headers)
          if (holdsBack)
            buffer(response).then(
              (body) => begin().end(body),
              () => {},
            )
          else response.pipe(begin())
        },
      )
      forwarded.on('error', () => outgoing.writeHead(502).end())
      outgoing.on('close', () => forwarded.destroy())
      incoming.pipe(forwarded)
    },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `${identity ? 'https' : 'http'}://localhost:${(server.address() as AddressInfo).port}`,
    leadTo: (url) => {
      target = url
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
