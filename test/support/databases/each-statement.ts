import { DatabaseSync, StatementSync } from 'node:sqlite'
import pg from 'pg'

/** The connection is given where it is one to PostgreSQL. */
type Before = (statement: string, connection?: pg.Client) => void

/**
 * Calls `before` ahead of every SQL statement of this process that begins, writes or commits. Scripts are run one
 * statement at a time, so that it is called in the middle of one too. Returns how to undo it.
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

/** A statement ends with a semicolon at the end of a line, unless that is in the body of a function. */
export const statementsOf = (script: string): string[] =>
  (script.match(/(?:\$\$.*?\$\$|.)+?(?:;[^\S\n]*$|$(?![\s\S]))/gms) ?? []).filter(
    (text) => text.trim() !== '',
  )
