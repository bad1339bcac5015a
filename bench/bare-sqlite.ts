import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { Assertion } from '../src/contract/passkey.ts'
import { arrange } from '../src/server/cards/column.ts'
import { hashToken } from '../src/server/common/secrets.ts'
import {
  challengeOf,
  columnAfter,
  distinctColumns,
  type Handlers,
  holderOf,
  idInPath,
  isSigned,
  newCard,
  nobody,
  type Order,
  type Row,
  session,
  sortMoves,
  strangers,
  toCard,
} from './bare-handlers.ts'
import { statementsFor } from './bare-statements.ts'

/** One connection, and one commit for each write. With `normal`, a write may be answered before it is on the disk. */
export function openHandlers(file: string, synchronous: string): Handlers {
  const db = new DatabaseSync(file)
  db.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous}`)
  const sql = Object.fromEntries(
    Object.entries(statementsFor('sqlite')).map(([name, text]) => [name, db.prepare(text)]),
  ) as Record<keyof ReturnType<typeof statementsFor>, StatementSync>
  const [begin, commit] = [db.prepare('begin immediate'), db.prepare('commit')]
  const now = () => new Date().toISOString()
  const get = (statement: StatementSync, ...values: SQLInputValue[]) =>
    statement.get(...values) as unknown as Row
  const all = (statement: StatementSync, ...values: SQLInputValue[]) =>
    statement.all(...values) as unknown as Row[]

  function inTransaction<Result>(work: () => Result): Result {
    begin.run()
    const result = work()
    commit.run()
    return result
  }

  const change = <Result>(owner: string, work: (seq: number) => Result): Result =>
    inTransaction(() => work(get(sql.raiseCounter, owner).seq))

  const move = (owner: string, order: Order) =>
    change(owner, (seq) => {
      const time = now()
      const rows = all(sql.listColumn, owner, order.project_id, order.status_id)
      const missing = strangers(order, rows)
      const from = missing === nobody ? [] : all(sql.findListed, missing, owner)
      for (const { project_id, status_id } of distinctColumns(from))
        rows.push(...all(sql.listColumn, owner, project_id, status_id))
      const moves = arrange(rows, order, order.card_ids)
      const { stay, go } = sortMoves(rows, moves)
      if (stay !== nobody) sql.writeMoves.run(owner, stay, seq)
      if (go !== nobody) sql.writeTransfers.run(owner, go, time, seq)
      return columnAfter(rows, moves, order, time, seq)
    })

  return {
    read: (owner, path) => ({ card: toCard(get(sql.readCard, owner, idInPath(path))) }),
    list: (owner, path) => `{"cards":${get(sql.listCards, owner, idInPath(path)).json}}`,
    projects: (owner) => `{"projects":${get(sql.listProjects, owner).json}}`,

    create(owner, path, { text }: { text: string }) {
      const project = idInPath(path)
      const time = now()
      return change(owner, (seq) => {
        const place = get(sql.firstColumn, owner, project)
        const { card, values } = newCard(owner, project, place, text, time, seq)
        sql.insertCard.run(...values)
        return { card }
      })
    },

    patch: (owner, path, { text, complete }: { text: string; complete: boolean }) =>
      change(owner, (seq) => ({
        card: toCard(get(sql.patchCard, text, Number(complete), null, now(), owner, idInPath(path), seq)),
      })),

    move: (owner, _path, order) => move(owner, order),
    'move-across': (owner, _path, order) => move(owner, order),

    link: (_owner, _path, { token }: { token: string }) =>
      inTransaction(() => {
        const time = now()
        const { owner_id } = get(sql.spendLink, time, hashToken(token), time)
        sql.verifyUser.run(time, owner_id)
        return session(get(sql.findUser, owner_id))
      }),

    passkey(_owner, _path, assertion: Assertion) {
      sql.spendChallenge.run(challengeOf(assertion), now())
      const passkey = get(sql.findPasskey, assertion.id)
      if (!isSigned(assertion, passkey.public_key)) throw new Error('not signed')
      sql.usePasskey.run(0, 1, now(), passkey.owner_id, passkey.id, 0, 0)
      return session(holderOf(passkey))
    },
  }
}
