import { hash } from 'node:crypto'
import { statusNames } from '../../contract/statuses.ts'
import type { FileFormat, Imported, ImportQuery } from '../../contract/transfer.ts'
import { requireRoom } from '../bin/room.ts'
import { iso } from '../clock.ts'
import type { Change, Size } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { findCursor } from '../feed/changes.ts'
import { readKey } from '../feed/keys.ts'
import { type Done, unchanged, write } from '../feed/write.ts'
import { Failure } from '../problems.ts'
import { requireAnother } from '../projects/projects.ts'
import type { BoardWorld } from '../world.ts'
import { type Arrangement, arrange, countCards } from './arrange.ts'
import type { SentFile } from './decode.ts'
import { readChoice } from './lists.ts'
import { inboxCardIdOf, make, projectIdOf, sizeOf } from './make.ts'
import { readFile } from './read-file.ts'

interface Import {
  ownerId: string
  /** The idempotency key, if there is one. */
  sentKey?: string | undefined
}

/** Makes everything that a file contains, or nothing; of a dry run it tells what it would make. */
export async function importFile(
  world: BoardWorld,
  { ownerId, sentKey }: Import,
  file: SentFile,
  { dry_run = false, lists, title = 'Imported' }: ImportQuery = {},
): Promise<Done<Imported>> {
  const choice = readChoice(lists)
  const key = readKey(sentKey, 'importFile', { lists, title }, sentKey && contentOf(file))
  const { format, plan } = readFile(file, title)
  const arrangement = arrange(plan, choice, title)
  const adds = sizeOf(arrangement)
  if (dry_run) {
    await rehearse(world, ownerId, arrangement, adds)
    return { content: answerOf(format, arrangement), seq: await findCursor(world.db, ownerId) }
  }
  const first = newId()
  const { content, ...done } = await write(
    world,
    { ownerId, key },
    {
      adds,
      async work(change) {
        await requireRoomFor(world, change, arrangement, adds)
        if (arrangement.boards.length + adds.cards === 0) return unchanged({ id: first })
        await make(change, arrangement, first, iso(world.clock.now()))
        return { id: first }
      },
      // What was made the first time can be told from the file and from the first id.
      again: async (_db, id) => ({ id }),
    },
  )
  return { ...done, content: answerOf(format, arrangement, content.id) }
}

const contentOf = ({ type, bytes }: SentFile) => [type, hash('sha256', bytes, 'base64url')]

/** Throws what an import would be refused with. Nothing of it is committed. */
async function rehearse(
  world: BoardWorld,
  ownerId: string,
  arrangement: Arrangement,
  adds: Size,
): Promise<void> {
  const over = new Error('the rehearsal is over')
  try {
    const checkAndLeave = async (change: Change) => {
      await requireRoomFor(world, change, arrangement, adds)
      throw over
    }
    await world.db.change(ownerId, checkAndLeave, adds)
  } catch (error) {
    if (error !== over) throw error
  }
}

/** Said of a file, not of a single thing. */
const noRoom: Record<string, string> = {
  project_limit_reached: 'This file has more projects than you may still add. Delete some of yours first.',
  card_limit_reached: 'This file has more cards than you may still add. Delete some of yours first.',
  storage_limit_reached: 'This file has more text than you may still add. Delete some of your cards first.',
}

async function requireRoomFor(
  world: BoardWorld,
  change: Change,
  { boards }: Arrangement,
  adds: Size,
): Promise<void> {
  try {
    if (boards.length > 0) await requireAnother(world, change, boards.length)
    await requireRoom(world, change, adds, await change.size)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { problem } = error
    throw new Failure({ ...problem, detail: noRoom[problem.code] ?? problem.detail })
  }
}

/** Without ids if nothing was made. */
function answerOf(format: FileFormat, arrangement: Arrangement, first?: string): Imported {
  const { boards, inbox, lists, leftOut } = arrangement
  return {
    projects: boards.length,
    cards: countCards(arrangement),
    format,
    boards: boards.map(({ title, columns }, index) => ({
      ...(first && { project_id: projectIdOf(first, index) }),
      title,
      statuses: statusNames.map((name, position) => ({ name, cards: columns[position]?.length ?? 0 })),
    })),
    inbox: {
      cards: inbox.length,
      ...(first && { card_ids: inbox.map((_, index) => inboxCardIdOf(first, arrangement, index)) }),
    },
    lists: [...lists],
    left_out: leftOut,
  }
}
