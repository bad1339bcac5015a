import { type Client, createClient } from '../../client/client.ts'
import type { Given } from '../command.ts'
import { sendEarlier } from '../outbox/send-waiting.ts'
import { explained } from './failures.ts'
import { lightFetch } from './light-fetch.ts'
import { type Login, readLogin } from './login-file.ts'

export interface Connection {
  login: Login
  client: Client
}

interface Manner {
  /** In milliseconds, for one request. */
  timeout?: number
  retries?: number
}

export const connectTo = (login: Login, manner: Manner = {}): Connection => ({
  login,
  client: createClient({
    baseUrl: login.url,
    token: () => login.token,
    fetch: lightFetch,
    timeout: 30_000,
    ...manner,
  }),
})

/** Wraps a command that needs the server: it first sends the cards that are waiting for this login. */
export const connected =
  (work: (connection: Connection, given: Given) => Promise<number | undefined>) =>
  async (given: Given): Promise<number | undefined> => {
    const connection = connectTo(readLogin())
    try {
      await sendEarlier(connection)
      return await work(connection, given)
    } catch (error) {
      throw explained(error, connection.login.url)
    }
  }
