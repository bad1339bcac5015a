import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { RouteName } from '../../../src/contract/plain/paths.ts'
import { newDataFolder } from '../../support/machine/folders.ts'
import { answerTo, sendRaw } from '../../support/network/raw-http.ts'
import {
  type Answer,
  type RequestOptions,
  startTestInboard,
  type TestInboard,
} from '../../support/service/inboard.ts'
import { requestLineOf, wellFormed, wellFormedQuery } from '../../support/service/well-formed.ts'

/** A service whose database can be damaged from outside, and what it has answered so far. */
export interface Troubled {
  inboard: TestInboard
  database: DatabaseSync
  /** As `name status code`. */
  seen: Set<string>
  ask: (name: RouteName, id?: string, options?: RequestOptions & { query?: string }) => Promise<Answer>
  /** Says that a body is one byte longer than it may be, and sends none of it: there may be 32 megabytes. */
  askTooMuch: (name: RouteName, token: string, limit: number) => Promise<void>
  /** More often on one connection than may be waiting there. */
  askTooOften: (name: RouteName, token: string) => Promise<void>
  stop(): Promise<void>
}

export const ofLinks = ['openLink', 'describeLink', 'declineLink'] as const

/** What a client that exists asks for. */
function ofConnecting({ world }: TestInboard): typeof wellFormed {
  const redirect_uri = 'https://agent.example/callback'
  const { client_id } = world.oauthClients.register({ redirect_uris: [redirect_uri] })
  const request = {
    client_id,
    redirect_uri,
    response_type: 'code',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  }
  return {
    describeAuthorization: request,
    allowAuthorization: { ...request, scope: 'read' },
    refuseAuthorization: request,
  }
}

export async function startTroubled(): Promise<Troubled> {
  const folder = newDataFolder()
  const file = join(folder, 'inboard.db')
  const inboard = await startTestInboard(
    { DATABASE_URL: `sqlite:${file}`, MAX_PROJECTS: '2', AUTH_RATE_LIMIT: '1' },
    folder,
  )
  const database = new DatabaseSync(file)
  const bodies = { ...wellFormed, ...ofConnecting(inboard) }
  const seen = new Set<string>()
  return {
    inboard,
    database,
    seen,
    async ask(name, id = 'none', { query = wellFormedQuery(name), ...options } = {}) {
      const [method, path] = requestLineOf(name, id)
      const body = bodies[name]
      const answer = await inboard.request(method, path + query, { ...(body && { body }), ...options })
      seen.add(`${name} ${answer.status} ${answer.body?.code ?? ''}`.trim())
      return answer
    },
    async askTooMuch(name, token, limit) {
      const [method, path] = requestLineOf(name, 'none')
      const head = `${method} ${path}${wellFormedQuery(name)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n`
      const body = `Content-Type: application/json\r\nContent-Length: ${limit + 1}\r\n\r\n`
      const { status, code } = await answerTo(inboard.url, head + body)
      seen.add(`${name} ${status} ${code ?? ''}`.trim())
    },
    async askTooOften(name, token) {
      const [method, path] = requestLineOf(name, 'none')
      const one = `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`
      const { answers } = await sendRaw(inboard.url, one.repeat(102), 102)
      const { status, code } = answers[101] ?? {}
      seen.add(`${name} ${status} ${code ?? ''}`.trim())
    },
    async stop() {
      database.close()
      await inboard.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
