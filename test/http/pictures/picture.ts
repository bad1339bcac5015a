import fc from 'fast-check'
import { expect } from 'vitest'
import { cardsOf, inbox, keyOf } from '../../../src/board/columns.ts'
import { columnsIn, emptyWorkspace, takeInAll, type Workspace } from '../../../src/board/workspace.ts'
import { requestOf } from '../../../src/client/requests.ts'
import type { BatchResult } from '../../../src/contract/feed.ts'
import { idsOf, newId, type Operation, type OperationOf } from '../../../src/web/model/operations.ts'
import { replayed } from '../../../src/web/model/replay.ts'
import { verdictOn } from '../../../src/web/sync/requests.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'
import { operationsFor, type Undoes, wish } from './wishes.ts'

/** What a person sees of an account. */
function seen({ projects, statuses, columns, bin }: Workspace) {
  const board = (key: string) => cardsOf(columns, key).map(({ text, complete }) => ({ text, complete }))
  return {
    inbox: board(keyOf(inbox)),
    projects: projects?.map(({ id, title }) => ({
      title,
      columns: columnsIn(statuses, id).map((column) => ({ key: keyOf(column), cards: board(keyOf(column)) })),
    })),
    bin: bin?.map(({ kind, text, title, card_count }) => ({ kind, text, title, card_count })),
  }
}

async function onServer({ client }: SignedIn): Promise<Workspace> {
  const [snapshot, { items }] = [await client.changes(), await client.listBin()]
  const { workspace } = takeInAll({ workspace: emptyWorkspace, seq: 0 }, snapshot)
  return { ...workspace, bin: items }
}

/**
 * What the web app shows before the server has answered is what the server will have made of it: so many lists of
 * wishes, whatever they are.
 */
export const comparePictures = (numRuns: number) =>
  fc.assert(
    fc.asyncProperty(fc.array(wish, { minLength: 1, maxLength: 25 }), async (wishes) => {
      const person = await inboard.signIn()
      for (const title of ['Garden', 'House']) {
        const { project } = await person.client.addProject({ title })
        await person.client.addProjectCard({ project_id: project.id, text: title })
      }
      let shown: Workspace = await onServer(person)
      const undoes: Undoes = new Map()
      const sending: Operation[] = []
      for (const one of wishes) {
        const operations = operationsFor(one, shown, undoes)
        sending.push(...operations)
        shown = replayed(shown, operations)
      }
      for (const operation of sending) await send(person, operation)
      expect(seen(shown)).toEqual(seen(await onServer(person)))
    }),
    { numRuns },
  )

/** Sends an operation, or what is to be done instead. */
async function send(person: SignedIn, operation: Operation): Promise<void> {
  const [id = ''] = idsOf(operation)
  const idempotency_key = operation.kind.startsWith('add') ? id : newId()
  const { results } = await person.client.batch({
    operations: [{ ...requestOf(operation), idempotency_key }],
  })
  const verdict = verdictOn(operation, results[0] as BatchResult)
  if (verdict.is === 'instead') await send(person, verdict.operation)
  else if (operation.kind === 'move cards' && verdict.is === 'compare') await sendWithout(person, operation)
  else expect(['done', 'dropped']).toContain(verdict.is)
}

/** As the app does when some of the cards are gone. */
async function sendWithout(person: SignedIn, move: OperationOf<'move cards'>): Promise<void> {
  const { cards } = await person.client.changes()
  const ids = move.ids.filter((id) => cards.some((card) => card.id === id))
  if (ids.length > 0 && ids.length < move.ids.length) await send(person, { ...move, ids })
}
