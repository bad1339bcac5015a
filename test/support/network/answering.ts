import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

/** A server with given responses, for the tests of a file. Its URL is known when they begin. */
export function answering(listener: RequestListener): { readonly url: string } {
  let isReady = false
  const server = createServer((request, response) => {
    if (isReady) listener(request, response)
    else response.writeHead(200, { connection: 'close' }).end()
  })
  const started = { url: '' }
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    started.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    // Makes `fetch` start its own timer now. Otherwise it would be one of the test's fake timers.
    await (await fetch(started.url)).text()
    isReady = true
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return started
}
