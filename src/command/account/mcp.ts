import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { accountAt } from '../../agents/account.ts'
import { createMcpServer } from '../../agents/server.ts'
import { type Client, createClient, ProblemError } from '../../client/client.ts'
import type { Scope } from '../../contract/access.ts'
import { version } from '../../server/common/version.ts'
import { remark } from '../output/terminal.ts'
import { readLogin } from './login-file.ts'

export const notes = `For agents that start a program and talk to it over standard input and output: you don't run it by hand. It uses the login
of "inboard login", or INBOARD_URL and INBOARD_TOKEN. Agents that speak HTTP connect to /mcp on the server instead.
See docs/mcp.md.`

export async function run(): Promise<undefined> {
  const { url, token } = readLogin()
  const client = createClient({ baseUrl: url, token: () => token })
  const scope = scopeOf(client)
  const onError = (error: unknown) =>
    remark(error instanceof Error ? (error.stack ?? error.message) : String(error))
  const account = accountAt(client)
  serveStdio(() => createMcpServer({ client, account, appUrl: url, version, scope, onError }), {
    onerror: (error) => remark(error.message),
  })
}

/** The scope of the token. No endpoint reports it, so this tries requests that change nothing. */
function scopeOf(client: Client): () => Promise<Scope> {
  const isAllowed = async (call: Promise<unknown>) => {
    try {
      await call
      return true
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'scope_insufficient') return false
      throw error
    }
  }
  const find = async () => {
    if (await isAllowed(client.batch({ operations: [] }))) return 'write'
    return (await isAllowed(client.listProjects())) ? 'read' : 'capture'
  }
  let known: Promise<Scope> | undefined
  return async () => {
    try {
      known ??= find()
      return await known
    } catch {
      // The server cannot be reached. It will refuse what is not allowed, and calls report why they fail.
      known = undefined
      return 'write'
    }
  }
}
