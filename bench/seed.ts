import { randomBytes } from 'node:crypto'
import { createSessionTokens } from '../src/server/accounts/session-tokens.ts'
import { hours, iso, systemClock } from '../src/server/common/clock.ts'
import { hashToken } from '../src/server/common/secrets.ts'
import type { Config } from '../src/server/config/config.ts'
import { newId } from '../src/server/db/ids.ts'
import { openDatabase } from '../src/server/db/open.ts'
import { VirtualPasskey } from '../test/support/authenticator/authenticator.ts'
import { cbor } from '../test/support/authenticator/cbor.ts'
import { insertAll, type Row, type Tables } from './bulk-insert.ts'
import type { Board, Operation, Person } from './operations.ts'
import { type Plan, total } from './plan.ts'
import { jwtSecret, site } from './settings.ts'

/** The sequence number of all rows. Older versions have no counters. */
const seq = 1
const text = 'Water the plants and prune the apple tree'
const counted = { revision: seq, changed: seq, counted: seq }

/** The time in every row, so that later changes can be recognised. */
export const seededAt = '2026-01-01T00:00:00.000Z'

/** An account for each connection and operation, so that no operation changes what another measures. */
export type People = Record<string, Person[]>

export interface Crowd {
  people: number
  cardsEach: number
}

/** Fills an empty database before any server uses it, with a person for each connection of each operation. */
export async function seed(
  database: Config['database'],
  operations: Operation[],
  plan: Plan,
): Promise<People> {
  const { people, tables } = populate(operations, plan)
  const db = await openDatabase(database)
  await db.close()
  await insertAll(database, tables)
  return people
}

/** A person for each connection of each operation, and their rows. */
export function populate(operations: Operation[], plan: Plan): { people: People; tables: Tables } {
  const population = new Population()
  const settle = (operation: Operation, index: number) => {
    const amount = operation.uses ? total(operation, plan, index) : 0
    return population.add({ boards: operation.boards, [operation.uses ?? 'links']: amount })
  }
  const people = Object.fromEntries(
    operations.map((operation) => [
      operation.name,
      Array.from({ length: Math.max(...plan.connections) }, (_, index) => settle(operation, index)),
    ]),
  )
  return { people, tables: population.tables }
}

/** Other people, who are not measured. They are inserted a hundred at a time, as rows in key order insert fastest. */
export async function addCrowd(database: Config['database'], { people, cardsEach }: Crowd): Promise<void> {
  const third = Math.round(cardsEach / 3)
  for (let rest = people; rest > 0; rest -= 100) {
    const population = new Population()
    for (let n = 0; n < Math.min(rest, 100); n++)
      population.add({ boards: [[third, third, cardsEach - 2 * third]], links: 1, assertions: 1 })
    await insertAll(database, population.tables)
  }
}

interface Wanted {
  boards: number[][]
  links?: number
  newcomers?: number
  assertions?: number
}

interface Column {
  owner: string
  project: string
  status: string
  cards: string[]
}

class Population {
  readonly #sessions = createSessionTokens(
    { jwtSecret, jwtSecretPrevious: [] as string[], sessionSeconds: 86_400 } as Config,
    systemClock,
  )
  readonly #tomorrow = iso(Date.now() + 24 * hours)
  readonly #columns: Column[] = []
  // In the order of their references.
  readonly #rows = {
    users: [] as Row[],
    counters: [] as Row[],
    projects: [] as Row[],
    statuses: [] as Row[],
    links: [] as Row[],
    passkeys: [] as Row[],
    challenges: [] as Row[],
  }

  add({ boards, links = 0, newcomers = 0, assertions = 0 }: Wanted): Person {
    const owner = newId()
    const passkey_handle = randomBytes(64).toString('base64url')
    const email = `${owner}@example.com`
    const created = { email_verified_at: seededAt, created_at: seededAt }
    this.#rows.users.push({ id: owner, email, passkey_handle, ...created })
    // The server weighs an account by these.
    const cards = boards.flat().reduce((sum, size) => sum + size, 0)
    const bytes = cards * text.length
    this.#rows.counters.push({ owner_id: owner, seq, oldest: 0, tombstones: 0, cards, bytes })
    return {
      owner,
      token: this.#sessions.issue(owner).token,
      boards: boards.map((columns) => this.#addBoard(owner, columns)),
      links: Array.from({ length: links }, () => this.#addLink(owner, email)),
      newcomers: Array.from({ length: newcomers }, () => this.#addNewcomer()),
      assertions: assertions > 0 ? this.#addPasskey(owner, passkey_handle, assertions) : [],
    }
  }

  #addBoard(owner: string, sizes: number[]): Board {
    const project = newId()
    const times = { created_at: seededAt, updated_at: seededAt }
    this.#rows.projects.push({ id: project, owner_id: owner, title: 'Garden', ...times, ...counted })
    const columns = sizes.map((size, position) => {
      const status = newId()
      this.#rows.statuses.push({
        id: status,
        owner_id: owner,
        project_id: project,
        name: 'Status',
        position,
        changed: seq,
      })
      const cards = Array.from({ length: size }, newId)
      this.#columns.push({ owner, project, status, cards })
      return { status, cards }
    })
    return { project, columns }
  }

  /** Without a counter, and with an unverified address. */
  #addNewcomer(): string {
    const owner = newId()
    const email = `${owner}@example.com`
    const passkey_handle = randomBytes(64).toString('base64url')
    this.#rows.users.push({ id: owner, email, passkey_handle, created_at: seededAt })
    return this.#addLink(owner, email)
  }

  #addLink(owner: string, email: string): string {
    const token = randomBytes(32).toString('base64url')
    this.#rows.links.push({
      token_hash: hashToken(token),
      owner_id: owner,
      purpose: 'sign_in',
      email,
      created_at: seededAt,
      expires_at: this.#tomorrow,
    })
    return token
  }

  #addPasskey(owner: string, handle: string, count: number) {
    const passkey = new VirtualPasskey(site, { synced: true })
    passkey.userHandle = handle
    this.#rows.passkeys.push({
      id: newId(),
      owner_id: owner,
      credential_id: passkey.credentialId,
      public_key: cbor(passkey.keys.cose).toString('base64url'),
      sign_count: 0,
      label: 'Key ring',
      transports: '[]',
      backup_eligible: 1,
      synced: 1,
      created_at: seededAt,
    })
    return Array.from({ length: count }, () => {
      const challenge = randomBytes(32).toString('base64url')
      this.#rows.challenges.push({ challenge, purpose: 'sign_in', expires_at: this.#tomorrow })
      return passkey.assert({ challenge })
    })
  }

  get tables(): Tables {
    return { ...this.#rows, cards: { [Symbol.iterator]: () => cardsInTurn(this.#columns) } }
  }
}

/** In a realistic order: the cards of one person are not adjacent. */
function* cardsInTurn(columns: Column[]): Generator<Row> {
  const longest = columns.reduce((most, { cards }) => Math.max(most, cards.length), 0)
  for (let position = 0; position < longest; position++) {
    for (const { owner, project, status, cards } of columns) {
      const id = cards[position]
      if (!id) continue
      yield {
        id,
        owner_id: owner,
        project_id: project,
        status_id: status,
        text,
        complete: 0,
        position,
        created_at: seededAt,
        updated_at: seededAt,
        ...counted,
      }
    }
  }
}
