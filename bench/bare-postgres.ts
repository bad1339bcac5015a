import pg from 'pg'
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

pg.types.setTypeParser(pg.types.builtins.INT8, Number)

type Name = keyof ReturnType<typeof statementsFor>

const first = ([row]: Row[]) => row as Row

/** Named prepared statements. Independent ones are sent together. */
export function openHandlers(url: string): Handlers {
  const pool = new pg.Pool({ connectionString: url, max: 10, pipeline: true } as pg.PoolConfig)
  const texts = Object.fromEntries(
    Object.entries(statementsFor('postgres')).map(([name, text]) => {
      let count = 0
      return [name, text.replaceAll(/\?(\d?)/g, (_, number) => `$${number || ++count}`)]
    }),
  )
  const ask = async (connection: Pick<pg.Pool, 'query'>, name: Name, ...values: unknown[]) =>
    (await connection.query<Row>({ name, text: texts[name] ?? '', values })).rows
  const now = () => new Date().toISOString()

  async function connected<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    const client = await pool.connect()
    try {
      return await work(client)
    } finally {
      client.release()
    }
  }

  /** Increments the owner's counter first, like Inboard. That is the owner's lock. */
  const change = <Result>(
    owner: string,
    work: (client: pg.PoolClient, counter: Promise<Row[]>) => Promise<Result>,
  ) =>
    connected((client) => {
      // Not awaited: they are pipelined with the next query.
      void client.query('begin')
      return work(client, ask(client, 'raiseCounter', owner))
    })

  const move = (owner: string, order: Order) =>
    change(owner, async (client, counter) => {
      const time = now()
      const rows = await ask(client, 'listColumn', owner, order.project_id, order.status_id)
      const missing = strangers(order, rows)
      const from = missing === nobody ? [] : await ask(client, 'findListed', missing, owner)
      for (const { project_id, status_id } of distinctColumns(from))
        rows.push(...(await ask(client, 'listColumn', owner, project_id, status_id)))
      const moves = arrange(rows, order, order.card_ids)
      const { seq } = first(await counter)
      const { stay, go } = sortMoves(rows, moves)
      if (stay !== nobody) void ask(client, 'writeMoves', owner, stay, seq)
      if (go !== nobody) void ask(client, 'writeTransfers', owner, go, time, seq)
      await client.query('commit')
      return columnAfter(rows, moves, order, time, seq)
    })

  const one = async (rows: Promise<Row[]>) => ({ card: toCard(first(await rows)) })

  return {
    read: (owner, path) => one(ask(pool, 'readCard', owner, idInPath(path))),
    list: async (owner, path) =>
      `{"cards":${first(await ask(pool, 'listCards', owner, idInPath(path))).json}}`,
    projects: async (owner) => `{"projects":${first(await ask(pool, 'listProjects', owner)).json}}`,

    create(owner, path, { text }: { text: string }) {
      const project = idInPath(path)
      const time = now()
      return change(owner, async (client, counter) => {
        const place = first(await ask(client, 'firstColumn', owner, project))
        const { seq } = first(await counter)
        const { card, values } = newCard(owner, project, place, text, time, seq)
        void ask(client, 'insertCard', ...values)
        await client.query('commit')
        return { card }
      })
    },

    patch: (owner, path, { text, complete }: { text: string; complete: boolean }) =>
      one(ask(pool, 'patchCard', text, Number(complete), null, now(), owner, idInPath(path))),

    move: (owner, _path, order) => move(owner, order),
    'move-across': (owner, _path, order) => move(owner, order),

    link: (_owner, _path, { token }: { token: string }) =>
      connected(async (client) => {
        const time = now()
        void client.query('begin')
        const owner = first(await ask(client, 'spendLink', time, hashToken(token), time)).owner_id
        void ask(client, 'verifyUser', time, owner)
        const users = ask(client, 'findUser', owner)
        await client.query('commit')
        return session(first(await users))
      }),

    passkey: (_owner, _path, assertion: Assertion) =>
      connected(async (client) => {
        void ask(client, 'spendChallenge', challengeOf(assertion), now())
        const passkey = first(await ask(client, 'findPasskey', assertion.id))
        if (!isSigned(assertion, passkey.public_key)) throw new Error('not signed')
        await ask(client, 'usePasskey', 0, 1, now(), passkey.owner_id, passkey.id, 0, 0)
        return session(holderOf(passkey))
      }),
  }
}
