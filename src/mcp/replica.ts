import { beginAgain } from '../client/begin-again.ts'
import type { Client } from '../client/client.ts'
import { ProblemError } from '../client/failures.ts'
import type { Card } from '../contract/card.ts'
import type { Changes } from '../contract/feed.ts'
import type { Project, Status } from '../contract/project.ts'
import { Board } from './board.ts'

/** The whole account, as the server last told it. Asked again, it asks the server only for what has changed. */
export function createReplica(client: Client): () => Promise<Board> {
  const projects = new Map<string, Project>()
  const statuses = new Map<string, Status>()
  const cards = new Map<string, Card>()
  let seq: number | undefined
  let last: Promise<unknown> = Promise.resolve()

  function takeIn(changes: Changes): void {
    for (const project of changes.projects) projects.set(project.id, project)
    for (const status of changes.statuses) statuses.set(status.id, status)
    for (const card of changes.cards) cards.set(card.id, card)
    for (const { id, position } of changes.positions) {
      const card = cards.get(id)
      if (card) cards.set(id, { ...card, position })
    }
    for (const { kind, id } of changes.deleted) (kind === 'card' ? cards : projects).delete(id)
    seq = changes.seq
  }

  function beginAnew(): void {
    for (const things of [projects, statuses, cards]) things.clear()
    seq = undefined
  }

  async function catchUp(): Promise<Board> {
    for (let isMore = true; isMore; ) {
      try {
        const changes = await client.changes(seq === undefined ? {} : { since: seq })
        takeIn(changes)
        isMore = changes.more
      } catch (error) {
        if (!(error instanceof ProblemError && error.code === 'cursor_gone' && seq !== undefined)) throw error
        const seen = seq
        beginAnew()
        takeIn(await beginAgain(client, seen))
      }
    }
    return new Board([...projects.values()], [...statuses.values()], [...cards.values()])
  }

  // Two calls at the same time must not take in the same changes in different orders.
  return () => {
    const next = last.then(catchUp, catchUp)
    last = next
    return next
  }
}
