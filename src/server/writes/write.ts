import { namesTag } from '../common/entity-tags.ts'
import { fail, ProblemError } from '../common/problems.ts'
import type { BoardWorld } from '../common/world.ts'
import type { Change, Reader, Size } from '../db/database.ts'
import { type Earlier, findKey, type Key, type Made, recordKey } from './keys.ts'

/** The headers of a write to cards, projects or the bin. */
export interface Write {
  ownerId: string
  /** Idempotency key: the request is carried out once, however often it is sent. */
  key?: Key | undefined
  ifMatch?: string | undefined
  /** See `Caller`. */
  capture?: string | undefined
  /** True if the client does without the content of the answer. */
  isMinimal?: boolean
}

/** The result of a write. */
export interface Done<Content> {
  content: Content
  /** The sequence number of the write, or the current one if nothing changed. */
  seq: number
  isReplay?: boolean
  /** True if it shows the item as it was when it was made, not as it is. */
  isAsMade?: boolean
}

/** The result of work that found nothing to change, so that the write takes no sequence number. */
class Unchanged<Content> {
  readonly content: Content
  constructor(content: Content) {
    this.content = content
  }
}
export const unchanged = <Content>(content: Content) => new Unchanged(content)

interface Once<Content> {
  work(change: Change): Promise<Content | Unchanged<Content>>
  /** The answer to a repetition: the item as it is now. `createdId` is what the first request created. */
  again(db: Reader, createdId: string): Promise<Content>
  /** The answer to a repetition by somebody who may not read. */
  asMade?(earlier: Earlier): Content & { revision: number }
  /** Added to the owner's counts by the work, if known in advance. */
  adds?: Size
}

/** Does the work once, and records the idempotency key in the same transaction. */
export async function write<Content>(
  { db, clock }: BoardWorld,
  { ownerId, key, capture }: Write,
  { work, again, asMade, adds }: Once<Content>,
): Promise<Done<Content>> {
  const once = async (change: Change) => {
    const earlier = key && (await findKey(change, key))
    if (earlier) {
      if (earlier.request !== key.request) throw fail('idempotency_key_reused')
      if (capture && asMade) {
        const content = asMade(earlier)
        await change.giveBack()
        return { content, seq: content.revision, isReplay: true, isAsMade: true }
      }
      const content = await again(change, earlier.created_id ?? '').catch(asReplay)
      return { content, seq: await change.giveBack(), isReplay: true }
    }
    const result = await work(change)
    const isUnchanged = result instanceof Unchanged
    const content = isUnchanged ? result.content : result
    if (key) recordKey(change, key, (content ?? {}) as Made, capture !== undefined, clock.now())
    return { content, seq: await (isUnchanged ? change.giveBack() : change.seq) }
  }
  return await db.change(ownerId, once, adds)
}

/** Lets the caller distinguish "done, but deleted since" from "never done". */
function asReplay(error: unknown): never {
  if (error instanceof ProblemError) error.isReplay = true
  throw error
}

/** Throws if the item no longer has the revision in If-Match (RFC 9110 §13.1.1). */
export function requireMatch({ ifMatch }: Write, revision: number): void {
  if (ifMatch !== undefined && !namesTag(ifMatch, String(revision))) throw fail('changed_meanwhile')
}
