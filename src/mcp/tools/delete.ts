import Type from 'typebox'
import type { Client } from '../../client/client.ts'
import type { Board } from '../board.ts'
import { keysOf } from '../keys.ts'
import { type Outcome, perform } from '../operations.ts'
import { findCard, findProject } from '../references.ts'
import { collecting, Refusal } from '../refusal.ts'
import { type Part, report } from '../report.ts'
import { findInBin } from '../restoring.ts'
import { count, quoted } from '../show.ts'
import { key, members, some, text, tool } from '../tool.ts'

export const remove = tool({
  name: 'delete',
  title: 'Delete',
  description:
    'Puts cards, and projects with all their cards, into the bin, from which add restores them for some weeks.',
  scope: 'write',
  input: members({
    cards: Type.Optional(some(text(), 'ids, or beginnings of texts')),
    projects: Type.Optional(some(text(), 'ids or whole titles')),
    key,
  }),
  annotations: { destructiveHint: true, idempotentHint: true },
  async run({ client, board: load }, given) {
    const { cards = [], projects = [] } = given
    if (cards.length + projects.length === 0)
      throw new Refusal('Nothing was done: give "cards" or "projects".')
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
    // Under two names, it is still one thing.
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

/** Much goes with it: so the beginning of a title will not do. */
function wantedProject(board: Board, reference: string): Found {
  const { id, title, card_count } = findProject(board, reference)
  const wanted = reference.trim().toLowerCase()
  const isExact = title.toLowerCase() === wanted || board.shortId(id) === wanted || id === wanted
  if (!isExact)
    throw new Refusal(
      `Is the project ${board.shortId(id)} ${quoted(title)} meant? Use its id or its whole title.`,
    )
  return {
    kind: 'project',
    id,
    path: `/api/projects/${id}`,
    name: `project ${quoted(title)} with ${count(card_count, 'card')}`,
    reference,
  }
}

/** An agent whose answer was lost asks again, and should hear what has become of it. */
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
      problems.add(`${quoted(reference)} is in the bin already, as ${id.slice(-8)}.`)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }
}
