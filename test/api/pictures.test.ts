import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BatchResult } from '../../src/contract/feed.ts'
import { cardsOf, findAll, inbox, keyOf } from '../../src/web/state/columns.ts'
import { movesTo, placesOf } from '../../src/web/state/moves.ts'
import { newId } from '../../src/web/state/new-id.ts'
import type { Operation } from '../../src/web/state/operations.ts'
import { replayed } from '../../src/web/state/replay.ts'
import { takeInAll } from '../../src/web/state/take-in.ts'
import { columnsIn, emptyWorkspace, type Workspace } from '../../src/web/state/workspace.ts'
import { requestOf } from '../../src/web/sync/requests.ts'
import { verdictOn } from '../../src/web/sync/verdicts.ts'
import { type SignedIn, startTestInboard, type TestInboard } from '../support/service/inboard.ts'

// What the web app shows before the server has answered is what the server will have made of it.

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard()
})
afterAll(() => inboard?.stop())

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

/** A wish of a person, whose numbers choose among what is there. */
const wish = fc.record({
  what: fc.constantFrom(
    'add',
    'add',
    'edit',
    'complete',
    'move',
    'move',
    'delete',
    'undelete',
    'new project',
    'rename',
    'drop project',
    'get project back',
    'purge',
    'empty the bin',
    'move a stranger',
    'add to a stranger',
  ),
  one: fc.nat(),
  other: fc.nat(),
  third: fc.nat(),
})

const chosen = <T>(list: readonly T[], index: number): T | undefined =>
  list.length > 0 ? list[index % list.length] : undefined

/** What a person has deleted and could bring back, each with the operations that would. */
type Undoes = Map<string, Operation[]>

function operationsFor(
  { what, one, other, third }: { what: string; one: number; other: number; third: number },
  now: Workspace,
  undoes: Undoes,
): Operation[] {
  const cards = [...now.columns.values()].flat()
  const card = chosen(cards, one)
  const project = chosen(now.projects ?? [], one)
  const columns = [inbox, ...(now.projects ?? []).flatMap(({ id }) => columnsIn(now.statuses, id))]
  const column = chosen(columns, other) ?? inbox
  const text = `Text ${one % 1000}`
  switch (what) {
    case 'add':
      return [
        {
          kind: 'add card',
          id: newId(),
          project_id: chosen([null, ...(now.projects ?? []).map(({ id }) => id)], one) ?? null,
          text,
          complete: other % 2 === 0,
        },
      ]
    case 'edit':
      return card ? [{ kind: 'edit card', id: card.id, text, before: card.text }] : []
    case 'complete':
      return card ? [{ kind: 'complete card', id: card.id, complete: !card.complete }] : []
    case 'move': {
      const ids = cards.filter((_, index) => index === one % cards.length || index % 5 === third % 7)
      const before = chosen(cardsOf(now.columns, keyOf(column)), third)?.id
      return movesTo(
        now.columns,
        ids.map(({ id }) => id),
        column,
        third % 3 === 0 ? undefined : before,
      )
    }
    case 'delete': {
      if (!card) return []
      const back = placesOf(now.columns, findAll(now.columns, [card.id]))
      undoes.set(card.id, [{ kind: 'restore card', id: card.id, card }, ...back])
      return [{ kind: 'delete card', id: card.id, before: card.text }]
    }
    case 'undelete':
    case 'get project back': {
      const kind = what === 'undelete' ? 'card' : 'project'
      const item = chosen(now.bin?.filter((binned) => binned.kind === kind) ?? [], one)
      return item ? (undoes.get(item.id) ?? []) : []
    }
    case 'new project':
      return [{ kind: 'add project', id: newId(), title: text }]
    case 'rename':
      return project ? [{ kind: 'rename project', id: project.id, title: text, before: project.title }] : []
    case 'drop project': {
      // In which order two that it has not seen yet would come back, only the server knows.
      if (!project?.created_at) return []
      const { id } = project
      const statuses = now.statuses.get(id) ?? []
      const inside = columnsIn(now.statuses, id).flatMap((at) => cardsOf(now.columns, keyOf(at)))
      undoes.set(id, [{ kind: 'restore project', id, whole: { project, statuses, cards: inside } }])
      return [{ kind: 'delete project', id }]
    }
    case 'purge': {
      const item = chosen(now.bin ?? [], one)
      return item ? [{ kind: 'purge', id: item.id }] : []
    }
    case 'empty the bin':
      return (now.bin ?? []).map(({ id }) => ({ kind: 'purge', id }))
    case 'move a stranger':
      return [{ kind: 'move card', id: newId(), column, behind: [] }]
    default:
      return [{ kind: 'add card', id: newId(), project_id: newId(), text, complete: false }]
  }
}

test('what is shown of any operations is what the server makes of them', async () => {
  await fc.assert(
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
    { numRuns: 50 },
  )
})

/** Sends an operation, or what is to be done instead. */
async function send(person: SignedIn, operation: Operation): Promise<void> {
  const idempotency_key = operation.kind.startsWith('add') ? operation.id : newId()
  const { results } = await person.client.batch({
    operations: [{ ...requestOf(operation), idempotency_key }],
  })
  const verdict = verdictOn(operation, results[0] as BatchResult)
  if (verdict.is === 'instead') await send(person, verdict.operation)
  else expect(['done', 'dropped']).toContain(verdict.is)
}
