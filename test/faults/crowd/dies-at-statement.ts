import { DatabaseSync, StatementSync } from 'node:sqlite'
import pg from 'pg'

/**
 * Loaded before the server by `node --import`: kills the process right before its n-th SQL statement. Scripts
 * are run one statement at a time, so that the kill can come in the middle of one.
 */
let left = Number(process.env.DIE_AT_STATEMENT)

function countDown() {
  if (--left === 0) process.kill(process.pid, 'SIGKILL')
}

const statementsOf = (script: string) => script.split(/;\s*$/m).filter((statement) => statement.trim() !== '')

const { exec } = DatabaseSync.prototype
DatabaseSync.prototype.exec = function (script) {
  for (const statement of statementsOf(script)) {
    countDown()
    exec.call(this, statement)
  }
}

const { run } = StatementSync.prototype
StatementSync.prototype.run = function (this: StatementSync, ...given: Parameters<typeof run>) {
  countDown()
  return run.apply(this, given)
} as typeof run

type Query = (this: pg.Client, what: unknown, ...rest: unknown[]) => unknown
const query = pg.Client.prototype.query as unknown as Query
const countingQuery: Query = function (what, ...rest) {
  if (typeof what !== 'string' || rest.length > 0) {
    countDown()
    return query.call(this, what, ...rest)
  }
  return oneByOne(this, statementsOf(what))
}

async function oneByOne(client: pg.Client, statements: string[]): Promise<unknown> {
  let answer: unknown
  for (const statement of statements) {
    countDown()
    answer = await query.call(client, statement)
  }
  return answer
}
Object.assign(pg.Client.prototype, { query: countingQuery })
