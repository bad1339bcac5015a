import { createHmac, createPublicKey, hash, randomUUID, verify } from 'node:crypto'
import type { Assertion } from '../src/contract/passkey.ts'
import { type Column, type Ranked, sameColumn } from '../src/server/cards/column.ts'
import { newId } from '../src/server/db/ids.ts'
import { jwtSecret } from './settings.ts'

/**
 * One for each operation: who calls, the path they call and the body they send; what they are answered, as a value or
 * as JSON.
 */
type Handler = (owner: string, path: string, body: never) => unknown
export type Handlers = Record<
  'read' | 'list' | 'projects' | 'create' | 'patch' | 'move' | 'move-across' | 'link' | 'passkey',
  Handler
>

export const distinctColumns = (rows: Row[]) => new Map(rows.map((row) => [row.status_id, row])).values()

/** The id in the path, after `/api/cards/` or between `/api/projects/` and `/cards`. */
export const idInPath = (path: string) => {
  const start = path.charAt(5) === 'c' ? 11 : 14
  return path.slice(start, start + 36)
}

interface UserRow {
  id: string
  email: string
  email_verified_at: string | null
  pending_email: string | null
  created_at: string
  has_passkey: number
}

/** The members that a statement may return, as far as they are used. */
export interface Row extends Ranked, UserRow {
  id: string
  owner_id: string
  complete: number | boolean
  public_key: string
  json: string
  last: number | null
  seq: number
  revision: number
  joined_at: string
  updated_at: string
}

/** A new card: the inserted values, in the order of the columns, and the response. */
export function newCard(
  owner: string,
  project: string,
  { status_id, last }: Row,
  text: string,
  time: string,
  seq: number,
) {
  const card = {
    id: newId(),
    owner_id: owner,
    project_id: project,
    status_id,
    text,
    complete: false,
    position: (last ?? -1) + 1,
    created_at: time,
    updated_at: time,
    revision: seq,
  }
  return { card, values: Object.values({ ...card, complete: 0, changed: seq, counted: seq }) }
}

/** Converted in place, because the row is used nowhere else. */
export function toCard(row: Row): Row {
  row.complete = row.complete === 1
  return row
}
const toCards = (rows: Row[]) => ({ cards: rows.map(toCard) })

export interface Order extends Column {
  card_ids: string[]
}

/** The listed cards that are not in the column yet, and must be looked up. */
export function strangers({ card_ids }: Order, column: Row[]): string {
  const present = new Set(column.map(({ id }) => id))
  return JSON.stringify(card_ids.filter((id) => !present.has(id)).map((id) => ({ id })))
}
export const nobody = '[]'

/** Cards that only get another position, and cards that move to this column; as JSON. */
export function sortMoves(rows: Row[], moves: Ranked[]): { stay: string; go: string } {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const stay: Pick<Ranked, 'id' | 'position'>[] = []
  const go: Ranked[] = []
  for (const move of moves) {
    if (sameColumn(move, byId.get(move.id) as Row)) stay.push({ id: move.id, position: move.position })
    else go.push(move)
  }
  return { stay: JSON.stringify(stay), go: JSON.stringify(go) }
}

/** The column after these moves, without reading it again. */
export function columnAfter(rows: Row[], moves: Ranked[], order: Order, time: string, seq: number) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const move of moves) {
    const row = byId.get(move.id) as Row
    if (!sameColumn(row, move)) Object.assign(row, { updated_at: time, revision: seq })
    Object.assign(row, move)
  }
  const { status_id } = order
  const column = rows.filter((row) => row.status_id === status_id)
  return toCards(column.sort((one, other) => one.position - other.position))
}

const head = `${Buffer.from('{"alg":"HS256","typ":"JWT"}').toString('base64url')}.`
const sessionSeconds = 30 * 24 * 60 * 60

export function session({ id, email, email_verified_at, pending_email, created_at, has_passkey }: UserRow) {
  const iat = Math.floor(Date.now() / 1000)
  const exp = iat + sessionSeconds
  const claims = { iss: 'inboard', aud: 'inboard', sub: id, iat, exp, jti: randomUUID() }
  const signed = head + Buffer.from(JSON.stringify(claims)).toString('base64url')
  const signature = createHmac('sha256', jwtSecret).update(signed).digest('base64url')
  return {
    token: `${signed}.${signature}`,
    token_type: 'Bearer',
    expires_at: new Date(exp * 1000).toISOString(),
    user: {
      id,
      email,
      email_verified: email_verified_at !== null,
      email_verified_at,
      pending_email,
      has_passkey: has_passkey > 0,
      created_at,
    },
  }
}

export const holderOf = ({ owner_id, joined_at, ...passkey }: Row): UserRow => ({
  ...passkey,
  id: owner_id,
  created_at: joined_at,
  has_passkey: 1,
})

/** The challenge that an assertion answers. */
export const challengeOf = ({ response }: Assertion): string =>
  JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString()).challenge

// A P-256 public key in the form that OpenSSL reads. Only the point at the end differs.
const keyHead = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d03010703420004', 'hex')

/** WebAuthn §7.2, steps 19 and 20, for ES256. Both numbers have fixed places in a COSE key. */
export function isSigned({ response }: Assertion, publicKey: string): boolean {
  const cose = Buffer.from(publicKey, 'base64url')
  const key = Buffer.concat([keyHead, cose.subarray(10, 42), cose.subarray(45, 77)])
  const clientData = Buffer.from(response.clientDataJSON, 'base64url')
  const signed = Buffer.concat([
    Buffer.from(response.authenticatorData, 'base64url'),
    hash('sha256', clientData, 'buffer'),
  ])
  const point = createPublicKey({ key, format: 'der', type: 'spki' })
  return verify('sha256', signed, point, Buffer.from(response.signature, 'base64url'))
}
