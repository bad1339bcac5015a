import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { accountAt } from '../../agents/account.ts'
import { createMcpServer } from '../../agents/server.ts'
import { type Client, createClient } from '../../client/client.ts'
import type { TokenScope } from '../../contract/access.ts'
import { version } from '../../server/common/version.ts'
import { remark } from '../output/terminal.ts'
import { scopeOf } from './connection.ts'
import { readLogin } from './login-file.ts'

export const notes = `For agents that start a program and talk to it over standard input and output: you don't run it by hand. It uses the login
of "inboard login", or INBOARD_URL and INBOARD_TOKEN. Agents that speak HTTP connect to /mcp on the server instead.
See docs/mcp.md.`

export async function run(): Promise<undefined> {
  const { url, token } = readLogin()
  const client = createClient({ baseUrl: url, token: () => token })
  const scope = asking(client)
  const onError = (error: unknown) =>
    remark(error instanceof Error ? (error.stack ?? error.message) : String(error))
  const account = accountAt(client)
  serveStdio(() => createMcpServer({ client, account, appUrl: url, version, scope, onError }), {
    onerror: (error) => remark(error.message),
  })
}

/** If the server cannot be reached, calls report why they fail. It will refuse what is not allowed. */
function asking(client: Client): () => Promise<TokenScope> {
  let known: Promise<TokenScope> | undefined
  return async () => {
    try {
      known ??= scopeOf(client)
      return await known
    } catch {
      known = undefined
      return 'write'
    }
  }
}
