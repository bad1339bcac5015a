import Type from 'typebox'
import type { Board } from '../../board/board.ts'
import type { Client } from '../../client/client.ts'
import { keysOf, type Outcome, type Part, perform, report } from '../operations.ts'
import { findCard, findProject } from '../references.ts'
import { findInBin } from '../restoring.ts'
import { count, quoted, shortIdOf } from '../show.ts'
import { collecting, key, members, some, ToolError, text, tool } from '../tool.ts'

export const remove = tool({
  name: 'delete',
  title: 'Delete',
  description:
    'Moves cards, and projects with all their cards, to the bin. add restores them for some weeks.',
  scope: 'write',
  input: members({
    cards: Type.Optional(some(text(), 'ids, or beginnings of texts')),
    projects: Type.Optional(some(text(), 'ids or whole titles')),
    key,
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
  async run({ client, board: load }, given) {
    const { cards = [], projects = [] } = given
    if (cards.length + projects.length === 0)
      throw new ToolError('Nothing was done: give "cards" or "projects".')
    const board = await load()
    const keys = keysOf('delete', given.key)
    const problems = collecting()
    const named = [
      ...cards.flatMap((reference) => problems.attempt(() => wantedCard(board, reference)) ?? []),
      ...projects.flatMap((reference) => problems.attempt(() => wantedProject(board, reference)) ?? []),
    ]
    const missing = cards.length + projects.length - named.length
    if (missing > 0) await addWhatIsInBin(client, [...cards, ...projects], named, problems)
    problems.refuse()
    // Two names may refer to the same item.
    const found = [...new Map(named.map((one) => [one.id, one])).values()]
    const outcomes = await perform(
      client,
      found.map(({ kind, path, reference }) => ({
        method: 'DELETE',
        path,
        idempotency_key: keys.keyFor(kind, reference),
      })),
    )
    return report(
      keys,
      found.map(
        ({ id, name }, index): Part => ({
          outcome: outcomes[index] as Outcome,
          done: `In the bin: ${board.shortId(id)} ${name}`,
          what: name,
          data: { id },
        }),
      ),
    )
  },
})

interface Found {
  kind: 'card' | 'project'
  id: string
  path: string
  name: string
  reference: string
}

function wantedCard(board: Board, reference: string): Found {
  const { id, text } = findCard(board, reference)
  return { kind: 'card', id, path: `/api/cards/${id}`, name: quoted(text), reference }
}

/** All its cards go with it, so the beginning of a title is not enough. */
function wantedProject(board: Board, reference: string): Found {
  const { id, title, card_count } = findProject(board, reference)
  const wanted = reference.trim().toLowerCase()
  const isExact = title.toLowerCase() === wanted || board.shortId(id) === wanted || id === wanted
  if (!isExact)
    throw new ToolError(
      `Did you mean the project ${board.shortId(id)} ${quoted(title)}? Use its id or its whole title.`,
    )
  return {
    kind: 'project',
    id,
    path: `/api/projects/${id}`,
    name: `project ${quoted(title)} with ${count(card_count, 'card')}`,
    reference,
  }
}

/** An agent that repeats a call because the answer was lost learns that the item is in the bin. */
async function addWhatIsInBin(
  client: Client,
  references: string[],
  found: Found[],
  problems: ReturnType<typeof collecting>,
): Promise<void> {
  const { items } = await client.listBin()
  const unknown = references.filter((reference) => !found.some((one) => one.reference === reference))
  for (const reference of unknown) {
    try {
      const { id } = findInBin(items, reference)
      problems.add(`${quoted(reference)} is already in the bin, as ${shortIdOf(id)}.`)
    } catch (error) {
      if (!(error instanceof ToolError)) throw error
    }
  }
}
