import type { Change, Reader, Size } from '../db/database.ts'
import { Failure, fail } from '../problems.ts'
import type { BoardWorld } from '../world.ts'
import { findKey, type Key, recordKey } from './keys.ts'

/** A write of cards, projects or the bin, by its headers. */
export interface Write {
  ownerId: string
  /** Under it, the same request is done once, however often it is sent. */
  key?: Key | undefined
  ifMatch?: string | undefined
}

/** What became of a write. */
export interface Done<Content> {
  content: Content
  /** The number that it took, or the present one if nothing has changed. */
  seq: number
  isReplay?: boolean
}

/** What work resolves to when there was nothing to change: then it takes no number. */
class Unchanged<Content> {
  readonly content: Content
  constructor(content: Content) {
    this.content = content
  }
}
export const unchanged = <Content>(content: Content) => new Unchanged(content)

export interface Once<Content> {
  work(change: Change): Promise<Content | Unchanged<Content>>
  /** What a repetition is answered with: the thing as it is now. `createdId` is what the first request created. */
  again(db: Reader, createdId: string): Promise<Content>
  /** What the work adds to the owner's things, if that is known before. */
  adds?: Size
}

/** Does it once, and records its key in the same transaction. */
export async function write<Content>(
  { db, clock }: BoardWorld,
  { ownerId, key }: Write,
  { work, again, adds }: Once<Content>,
): Promise<Done<Content>> {
  const once = async (change: Change) => {
    const earlier = key && (await findKey(change, key))
    if (earlier) {
      if (earlier.request !== key.request) throw fail('idempotency_key_reused')
      const content = await again(change, earlier.created_id ?? '').catch(asReplay)
      return { content, seq: await change.giveBack(), isReplay: true }
    }
    const result = await work(change)
    const isUnchanged = result instanceof Unchanged
    const content = isUnchanged ? result.content : result
    if (key) recordKey(change, key, (content as { id?: string } | undefined)?.id ?? null, clock.now())
    return { content, seq: await (isUnchanged ? change.giveBack() : change.seq) }
  }
  return await db.change(ownerId, once, adds)
}

/** So that the caller can tell "done, and gone since" from "never done". */
function asReplay(error: unknown): never {
  if (error instanceof Failure) error.isReplay = true
  throw error
}

/** Throws if a thing is no longer at the revision that the caller has seen (RFC 9110 §13.1.1). */
export function requireMatch({ ifMatch }: Write, revision: number): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  // A proxy that compresses may have made the tag weak, or put its own mark at the end of it. Some programs leave out the quotes.
  const tags = ifMatch.matchAll(/"(\d+)(?:[^\d"][^"]*)?"|(?:^|,)\s*(\d+)\s*(?=,|$)/g)
  if (!tags.some(([, quoted, bare]) => (quoted ?? bare) === String(revision))) throw fail('changed_meanwhile')
}
