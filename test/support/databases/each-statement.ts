import { DatabaseSync, StatementSync } from 'node:sqlite'
import pg from 'pg'

/** `connection` is set for PostgreSQL. */
type Before = (statement: string, connection?: pg.Client) => void

/**
 * Calls `before` ahead of every SQL statement of this process that begins, writes or commits. Scripts are
 * split into statements, so it is also called in the middle of one. Returns a function that undoes this.
 */
export function beforeEachStatement(before: Before): () => void {
  const { exec } = DatabaseSync.prototype
  const { run } = StatementSync.prototype
  const { query } = pg.Client.prototype

  DatabaseSync.prototype.exec = function (script) {
    for (const statement of statementsOf(script)) {
      before(statement)
      exec.call(this, statement)
    }
  }
  StatementSync.prototype.run = function (this: StatementSync, ...given: Parameters<typeof run>) {
    before(this.sourceSQL)
    return run.apply(this, given)
  } as typeof run
  const ask = query as unknown as Query
  const askAfter: Query = function (what, ...rest) {
    if (typeof what === 'string' && rest.length === 0) return oneByOne(this, statementsOf(what))
    before((what as { text: string }).text, this)
    return ask.call(this, what, ...rest)
  }
  Object.assign(pg.Client.prototype, { query: askAfter })

  async function oneByOne(client: pg.Client, statements: string[]): Promise<unknown> {
    let answer: unknown
    for (const statement of statements) {
      before(statement, client)
      answer = await ask.call(client, statement)
    }
    return answer
  }
  return () => {
    DatabaseSync.prototype.exec = exec
    StatementSync.prototype.run = run
    Object.assign(pg.Client.prototype, { query })
  }
}

type Query = (this: pg.Client, what: unknown, ...rest: unknown[]) => unknown

/** A statement ends with a semicolon at the end of a line, except within the body of a function. */
const statementsOf = (script: string): string[] =>
  (script.match(/(?:\$\$.*?\$\$|.)+?(?:;[^\S\n]*$|$(?![\s\S]))/gms) ?? []).filter(
    (text) => text.trim() !== '',
  )
