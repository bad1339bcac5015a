import { type Client, createClient } from '../../client/client.ts'
import type { Given } from '../command.ts'
import { type Login, readLogin } from '../login-file.ts'
import { explained } from './failures.ts'
import { lightFetch } from './light-fetch.ts'
import { sendEarlier } from './send-kept.ts'

export interface Connection {
  login: Login
  client: Client
}

interface Manner {
  /** In milliseconds, for one answer. */
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

/** What a command does with the server that somebody has logged in to, after what was kept for it has been sent. */
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
