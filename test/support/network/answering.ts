import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

/** A server that answers as it is told, for the tests of a file. Its URL is known when they begin. */
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
    // So that `fetch` has begun its own timer, which would else be one of the test's, and stop with them.
    await (await fetch(started.url)).text()
    isReady = true
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return started
}
