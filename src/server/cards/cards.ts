import { Card, type CardPatch } from '../../contract/card.ts'
import { discard } from '../bin/discard.ts'
import { iso } from '../common/clock.ts'
import { fail } from '../common/problems.ts'
import type { BoardWorld } from '../common/world.ts'
import type { Change, JsonList, Reader } from '../db/database.ts'
import { members, type NextSeq, type Row, toAnswer } from '../db/values.ts'
import { countAgain, findProject } from '../projects/projects.ts'
import { bytesOf, grow, mostBytes } from '../writes/limits.ts'
import { type Done, requireMatch, unchanged, type Write, write } from '../writes/write.ts'
import { type Column, pack } from './column.ts'
import { readColumn, writeMoves } from './moves.ts'

export async function listInboxCards(db: Reader, ownerId: string): Promise<JsonList<Card>> {
  return await db.json(Card)`
    select * from cards where owner_id = ${ownerId} and project_id is null and status_id is null
    order by position, id`
}

export async function listProjectCards(
  db: Reader,
  ownerId: string,
  projectId: string,
): Promise<JsonList<Card>> {
  // SQLite runs a cross join in the written order: first the few statuses, then the cards of each.
  const cards = await db.json(Card)`
    select cards.* from statuses cross join cards
    where statuses.owner_id = ${ownerId} and statuses.project_id = ${projectId}
      and cards.owner_id = statuses.owner_id and cards.project_id = statuses.project_id
      and cards.status_id = statuses.id
    order by statuses.position, cards.position, cards.id`
  if (cards.isEmpty) await findProject(db, ownerId, projectId)
  return cards
}

export async function findCard(db: Reader, ownerId: string, id: string): Promise<Card> {
  const row = await db.get<Row<typeof Card>>`
    select ${members(Card)} from cards where owner_id = ${ownerId} and id = ${id}`
  if (!row) throw fail('not_found')
  return toAnswer(Card, row)
}

export async function editCard(
  world: BoardWorld,
  call: Write,
  id: string,
  patch: CardPatch,
): Promise<Done<Card>> {
  const { db, clock } = world
  const { ownerId } = call
  const now = iso(clock.now())
  // Most edits are unconditional.
  const isPlain = call.key === undefined && call.ifMatch === undefined
  const textEdit =
    patch.text === undefined ? undefined : { cardId: id, bytes: bytesOf(patch.text), most: mostBytes(world) }
  const apply = (one: Pick<Change, 'get'>, seq: NextSeq | number) =>
    applyPatch(one, ownerId, id, patch, seq, now)
  const edited = isPlain && (await db.changeOnce?.(ownerId, apply, textEdit))
  if (edited) return { content: toAnswer(Card, edited), seq: edited.revision }
  return await write(world, call, {
    async work(change) {
      const card = await findCard(change, ownerId, id)
      requireMatch(call, card.revision)
      const { text = card.text, complete = card.complete, position = card.position } = patch
      const isTextAlone = complete === card.complete && position === card.position
      if (isTextAlone && text === card.text) return unchanged(card)
      await grow(world, change, { cards: 0, bytes: bytesOf(text) - bytesOf(card.text) })
      const seq = await change.seq
      // SQLite updates every index on a field that a statement sets, even to the same value.
      if (isTextAlone)
        change.send`
          update cards set text = ${text}, updated_at = ${now}, revision = ${seq}, changed = ${seq}
          where owner_id = ${ownerId} and id = ${id}`
      else
        change.send`
          update cards set text = ${text}, complete = ${Number(complete)}, position = ${position}, updated_at = ${now},
            revision = ${seq}, changed = ${seq},
            counted = case when complete <> ${Number(complete)} then ${seq} else counted end
          where owner_id = ${ownerId} and id = ${id}`
      return { ...card, text, complete, position, updated_at: now, revision: seq }
    },
    again: (reader) => findCard(reader, ownerId, id),
  })
}

/** In one statement. Resolves to undefined if there is no such card, or if the patch changes nothing. */
export function applyPatch(
  change: Pick<Change, 'get'>,
  ownerId: string,
  id: string,
  patch: CardPatch,
  seq: NextSeq | number,
  now: string,
): Promise<Row<typeof Card> | undefined> {
  const { text = null, position = null } = patch
  const complete = patch.complete === undefined ? null : Number(patch.complete)
  return change.get<Row<typeof Card>>`
    update cards set text = coalesce(${text}, text), complete = coalesce(${complete}, complete),
      position = coalesce(${position}, position), updated_at = ${now}, revision = ${seq}, changed = ${seq},
      counted = case when complete <> coalesce(${complete}, complete) then ${seq} else counted end
    where owner_id = ${ownerId} and id = ${id} and (text <> coalesce(${text}, text)
      or complete <> coalesce(${complete}, complete) or position <> coalesce(${position}, position))
    returning ${members(Card)}`
}

export async function removeCard(world: BoardWorld, call: Write, id: string): Promise<Done<void>> {
  return await write<void>(world, call, {
    async work(change) {
      const card = await findCard(change, change.ownerId, id)
      requireMatch(call, card.revision)
      await discard(world, change, { kind: 'card', id })
      await closeGap(change, card)
    },
    again: async () => {},
  })
}

/** Updates the column and the project's counts after a card was removed. */
async function closeGap(change: Change, column: Column): Promise<void> {
  writeMoves(change, pack(await readColumn(change, column)), await change.seq)
  if (column.project_id) countAgain(change, [column.project_id], await change.seq)
}
