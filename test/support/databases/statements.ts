import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import type { Config } from '../../../src/server/config/config.ts'
import { root } from '../processes/process.ts'

/** Collects every statement that this process prepares from now on, on either engine, until `stop`. */
export function recordStatements(): { statements: Set<string>; stop(): void } {
  const seen = new Set<string>()
  const { prepare } = DatabaseSync.prototype
  DatabaseSync.prototype.prepare = function (sql, ...rest) {
    seen.add(sql)
    return prepare.call(this, sql, ...rest)
  }
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, asked: { text?: string }, ...rest: never[]) {
    if (asked.text) seen.add(asked.text)
    return (query as (...all: unknown[]) => never).call(this, asked, ...rest)
  } as typeof query
  return {
    statements: seen,
    stop() {
      DatabaseSync.prototype.prepare = prepare
      pg.Client.prototype.query = query
    },
  }
}

const oneSpace = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** Every statement in the source of the nouns, the feed and the mailer, as the fixed parts between its parameters. */
export function writtenStatements(): { where: string; parts: string[] }[] {
  const files = globSync('{accounts,bin,cards,feed,mail,passkeys,projects,transfer}/*.ts', {
    cwd: join(root, 'src/server'),
  })
  return files.flatMap((file) => {
    const source = readFileSync(join(root, 'src/server', file), 'utf8')
    return [
      ...source.matchAll(/\b(?:db|tx|held|change)\.(?:get|all|run|send|json\(\w+\))(?:<[^`]*?>)?`([^`]+)`/g),
    ].map(({ 1: text = '' }) => ({
      where: file,
      parts: text.split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/).map(oneSpace),
    }))
  })
}

export function isAmong(statements: Iterable<string>, parts: string[]): boolean {
  return [...statements].map(oneSpace).some((statement) => {
    let from = 0
    return parts.every((part) => {
      const at = statement.indexOf(part, from)
      from = at + part.length
      return at >= 0
    })
  })
}

/** The query plans of statements, with a line for each step. */
export async function plansOf(
  database: Config['database'],
  statements: string[],
): Promise<Map<string, string[]>> {
  const plans = new Map<string, string[]>()
  if (database.engine === 'sqlite') {
    const connection = new DatabaseSync(database.file)
    for (const statement of statements) {
      const steps = connection.prepare(`explain query plan ${statement}`).all()
      plans.set(
        statement,
        steps.map(({ detail }) => String(detail)),
      )
    }
    connection.close()
    return plans
  }
  const connection = new pg.Client(database.url)
  await connection.connect()
  // A generic plan assumes that a limit returns a tenth of the table, and so prefers scans. A scan that
  // remains has no alternative.
  await connection.query('set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off')
  await connection.query('set plan_cache_mode = force_generic_plan')
  for (const statement of statements) {
    // PostgreSQL 16 could explain such a plan without preparing it.
    await connection.query(`prepare asked as ${statement}`)
    const parameters = new Set(statement.match(/\$\d+/g)).size
    const given = parameters > 0 ? `(${Array(parameters).fill('null')})` : ''
    const { rows } = await connection.query(`explain (costs off) execute asked${given}`)
    await connection.query('deallocate asked')
    plans.set(
      statement,
      rows.map((row) => row['QUERY PLAN']),
    )
  }
  await connection.end()
  return plans
}

const numbers = (length: number) =>
  `with recursive n (i) as (select 0 union all select i + 1 from n where i < ${length - 1})`
const now = "'2026-01-01T00:00:00.000Z'"

/** Statements that fill every table. With thousands of accounts, an engine uses an index wherever there is one. */
export const crowdOf = (count: number) => [
  ...accountsOf(count),
  `insert into sent_links (subject, times, expires_at) ${numbers(count)} select 's' || i, '[]', '9' from n`,
  `insert into counters (owner_id, seq) ${numbers(count)} select 'u' || i, 1 from n`,
  `insert into set_backs (owner_id, seq, id, from_seq) ${numbers(10 * count)} select 'u' || (i % ${count}), i, 'b' || i, i from n`,
  ...boardsOf(count, { changed: `i / ${count} + 1` }),
  `insert into tombstones (owner_id, id, kind, seq, deleted_at)
   ${numbers(10 * count)} select 'u' || (i % ${count}), 'd' || i, 'card', i / ${count} + 1, '9' from n`,
  `insert into bin (owner_id, item_id, id, kind, text, created_at, seq, deleted_at)
   ${numbers(10 * count)} select 'u' || (i % ${count}), 'd' || i, 'd' || i, 'card', 'Weed', ${now}, 1, '9' from n`,
  `insert into sessions (owner_id, id, method, created_at, expires_at)
   ${numbers(10 * count)} select 'u' || (i % ${count}), 's' || i, 'link', ${now}, '9' from n`,
  `insert into api_tokens (owner_id, id, token_hash, label, scope, created_at)
   ${numbers(count)} select 'u' || i, 't' || i, 'h' || i, 'l', 'read', ${now} from n`,
  `insert into authorization_codes (owner_id, id, code_hash, session_id, session_issued_at, client_name, client_hash, redirect_uri,
     challenge, scope, expires_at)
   ${numbers(10 * count)} select 'u' || (i % ${count}), 'a' || i, 'h' || i, 's', ${now}, 'n', 'h', 'r', 'c', 'read', '9' from n`,
  `insert into idempotency_keys (owner_id, key, number, request, created_at)
   ${numbers(10 * count)} select 'u' || (i % ${count}), 'k' || i, i, 'r', ${now} from n`,
]

/** The same for the tables of 0.4.0. */
export const crowdOf040 = (count: number) => [...accountsOf(count), ...boardsOf(count)]

const accountsOf = (count: number) => [
  `insert into users (id, email, email_verified_at, passkey_handle, verification_email_sent_at, created_at)
   ${numbers(count)} select 'u' || i, 'u' || i, case when i % 5 > 0 then ${now} end, 'h', ${now}, ${now} from n`,
  `insert into links (token_hash, owner_id, purpose, email, created_at, expires_at)
   ${numbers(count)} select 't' || i, 'u' || i, 'sign_in', 'u' || i, ${now}, '9' from n`,
  `insert into passkeys (id, owner_id, credential_id, public_key, sign_count, label, transports, backup_eligible,
     synced, created_at)
   ${numbers(count)} select 'p' || i, 'u' || i, 'c' || i, 'k', 0, 'l', '[]', 0, 0, ${now} from n`,
  `insert into challenges (challenge, purpose, expires_at) ${numbers(count)} select 'x' || i, 'sign_in', '9' from n`,
]

/** `more` are columns that 0.4.0 doesn't have. */
function boardsOf(count: number, more: Record<string, string> = {}): string[] {
  const fields = Object.keys(more).map((name) => `, ${name}`)
  const values = Object.values(more).map((value) => `, ${value}`)
  return [
    `insert into projects (id, owner_id, title, created_at, updated_at${fields})
     ${numbers(count)} select 'p' || i, 'u' || i, 'Garden', ${now}, ${now}${values} from n`,
    `insert into statuses (id, owner_id, project_id, name, position)
     ${numbers(count)} select 's' || i, 'u' || i, 'p' || i, 'Doing', 0 from n`,
    `insert into cards (id, owner_id, project_id, status_id, text, complete, position, created_at, updated_at${fields})
     ${numbers(10 * count)} select 'c' || i, 'u' || (i % ${count}), 'p' || (i % ${count}), 's' || (i % ${count}), 'Weed',
       0, i, ${now}, ${now}${values} from n`,
  ]
}

const growing =
  '(?:users|links|sent_links|passkeys|challenges|projects|statuses|cards|counters|tombstones|bin|idempotency_keys|sessions|api_tokens|authorization_codes|set_backs)'

/** The steps that scan a growing table, or an index of one, completely. */
export function wholeScans(engine: Config['database']['engine'], plan: string[]): string[] {
  if (engine === 'sqlite') return plan.filter((step) => new RegExp(`^SCAN ${growing}\\b`).test(step))
  return plan.filter((step, index) => {
    if (new RegExp(`Seq Scan on ${growing}\\b`).test(step)) return true
    const isIndexScan = new RegExp(
      `Index (?:Only )?Scan (?:Backward )?using \\w+ on ${growing}\\b|Bitmap Index Scan`,
    )
    return isIndexScan.test(step) && !/Index Cond/.test(plan[index + 1] ?? '')
  })
}
