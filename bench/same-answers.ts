import type { Config } from '../src/server/config/config.ts'
import type { Reader } from '../src/server/db/database.ts'
import { readDatabase } from '../src/server/db/open.ts'
import type { Driver } from './driver.ts'
import type { Operation } from './operations.ts'
import { answersCompared } from './plan.ts'
import { type People, seededAt } from './seed.ts'
import type { Server } from './servers.ts'

interface Side {
  server: Server
  database: Config['database']
}

/** Throws unless both servers give the same responses and write the same rows, so that neither does less. */
export async function insistOnSameAnswers(
  driver: Driver,
  sides: [Side, Side],
  { name, title }: Operation,
  people: People,
): Promise<void> {
  const owner = people[name]?.[0]?.owner ?? ''
  const known = JSON.stringify(people[name]?.[0])
  const outcome = async ({ server, database }: Side) =>
    comparable(`${await driver.answer(server, name)}\n${await written(database, owner)}`, known)
  for (let n = 0; n < answersCompared; n++) {
    const [one, other] = [await outcome(sides[0]), await outcome(sides[1])]
    if (one !== other)
      throw new Error(`To "${title}" they answer, or write, differently:\n${one}\n\n${other}`)
  }
}

/** Only new ids, times and tokens differ. */
const comparable = (text: string, known: string) =>
  text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => (time === seededAt ? time : '(a new time)'))
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, (id) => (known.includes(id) ? id : '(a new id)'))
    .replaceAll(/"token":"[\w-]+\.[\w-]+\.[\w-]{43}"/g, '(a token)')

/** Every row of the owner that an operation can change. */
async function written(database: Config['database'], owner: string): Promise<string> {
  const db = await readDatabase(database)
  const rows = await rowsOf(db, owner)
  await db.close()
  return JSON.stringify(rows)
}

const rowsOf = async (db: Reader, owner: string) => [
  await db.all`select * from cards where owner_id = ${owner} order by project_id, status_id, position`,
  // The bare server does not count cards and texts.
  await db.all`select owner_id, seq, oldest, tombstones from counters where owner_id = ${owner}`,
  await db.all`select * from links where owner_id = ${owner} order by token_hash`,
  await db.all`select * from passkeys where owner_id = ${owner} order by id`,
  await db.all`select * from users where id = ${owner}`,
]
