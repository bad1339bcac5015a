import Type from 'typebox'
import type { Board } from '../../board/board.ts'
import { findCard } from '../../board/lookup.ts'
import { findProject, named, quoted } from '../../board/names.ts'
import { type Outcome, perform } from '../../client/perform.ts'
import { requestOf } from '../../client/requests.ts'
import { type Item, keysOf, report } from '../report.ts'
import { count, shortIdOf } from '../show.ts'
import { type Context, collecting, key, members, some, ToolError, text, tool } from '../tool.ts'

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
  async run({ client, account }, given) {
    const { cards = [], projects = [] } = given
    if (cards.length + projects.length === 0)
      throw new ToolError('Nothing was done: give "cards" or "projects".')
    const board = await account.board(cards)
    const keys = keysOf('delete', given.key)
    const problems = collecting()
    const found = [
      ...cards.flatMap((reference) => problems.attempt(() => wantedCard(board, reference)) ?? []),
      ...projects.flatMap((reference) => problems.attempt(() => wantedProject(board, reference)) ?? []),
    ]
    const missing = [...cards, ...projects].filter((name) => !found.some((one) => one.reference === name))
    if (missing.length > 0) await addWhatIsInBin(client, missing, problems)
    problems.refuse()
    // Two names may refer to the same item.
    const items = [...new Map(found.map((one) => [one.id, one])).values()]
    const outcomes = await perform(
      client,
      items.map(({ kind, id, reference }) => ({
        ...requestOf({ kind: `delete ${kind}`, id }),
        idempotency_key: keys.keyFor(kind, reference),
      })),
    )
    return report(
      keys,
      items.map(
        ({ id, name }, index): Item => ({
          outcome: outcomes[index] as Outcome,
          done: `In the bin: ${board.shortId(id)} ${name}`,
          what: name,
          data: { id },
        }),
      ),
    )
  },
})

function wantedCard(board: Board, reference: string) {
  const { id, text } = findCard(board, reference)
  return { kind: 'card' as const, id, name: quoted(text), reference }
}

/** All its cards go with it, so the beginning of a title is not enough. */
function wantedProject(board: Board, reference: string) {
  const { id, title, card_count } = findProject(board.projects, reference)
  const wanted = reference.trim().toLowerCase()
  if (![title.toLowerCase(), board.shortId(id), id].includes(wanted))
    throw new ToolError(
      `Did you mean the project ${board.shortId(id)} ${quoted(title)}? Use its id or its whole title.`,
    )
  return {
    kind: 'project' as const,
    id,
    name: `project ${quoted(title)} with ${count(card_count, 'card')}`,
    reference,
  }
}

/** An agent that repeats a call because the answer was lost learns that the item is in the bin. */
async function addWhatIsInBin(
  client: Context['client'],
  missing: readonly string[],
  problems: ReturnType<typeof collecting>,
): Promise<void> {
  const { items } = await client.listBin()
  for (const reference of missing) {
    const [found] = named(items, reference)
    if (found) problems.add(`${quoted(reference)} is already in the bin, as ${shortIdOf(found.id)}.`)
  }
}
