import Type from 'typebox'
import { Board, inboxPlace, type Place } from '../../board/board.ts'
import { columnOf } from '../../board/columns.ts'
import { findPlace } from '../../board/lookup.ts'
import { isInbox, lettersOfId, named, nameOf, quoted } from '../../board/names.ts'
import { findMarks } from '../../board/text/marks.ts'
import { emptyWorkspace } from '../../board/workspace.ts'
import { type Operation, type Outcome, perform } from '../../client/perform.ts'
import { requestOf } from '../../client/requests.ts'
import type { BinItem } from '../../contract/bin.ts'
import type { Card } from '../../contract/card.ts'
import { type Item, type Keys, keysOf, report } from '../report.ts'
import { cardAsData, type LinkTo, shortIdOf } from '../show.ts'
import { type Context, collecting, key, members, some, ToolError, text, tool } from '../tool.ts'

const to = Type.Optional(text('inbox (default), a project, or Project/Column'))

export const add = tool({
  name: 'add',
  title: 'Add',
  description:
    'Adds projects (each with To do, Doing, Done), then cards, so cards can go to new projects. Restores items from the bin. Words in a text: due:2026-11-20 or due:2026-11-20T15:30 is its date, every:week (day, month, year, 3d, 2w, 6m, 1y) beside it repeats the card, #word is a label, a line "- [ ] …" a step.',
  scope: 'capture',
  input: members({
    cards: Type.Optional(
      some(
        members({
          text: text('first line: what to do; below it: notes'),
          to,
          complete: Type.Optional(Type.Boolean()),
        }),
      ),
    ),
    to,
    place: Type.Optional(Type.String({ enum: ['top', 'bottom'], description: 'default bottom' })),
    projects: Type.Optional(some(text(), 'titles')),
    restore: Type.Optional(some(text(), 'ids, texts or titles of items in the bin')),
    key,
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  async run(context, given) {
    const { client, account, linkTo, scope } = context
    const { cards = [], projects = [], restore = [] } = given
    if (cards.length + projects.length + restore.length === 0)
      throw new ToolError('Nothing was done: give "cards", "projects" or "restore".')
    const keys = keysOf('add', given.key)
    const wanted = cards.map(({ text, complete = false, to = given.to ?? 'inbox' }, index) => ({
      text,
      complete,
      to,
      id: keys.keyFor(`card ${index}`, [text, complete, to, given.place]),
    }))
    const isInboxAlone = projects.length + restore.length === 0 && wanted.every((card) => isInbox(card.to))
    if (scope === 'capture' && !isInboxAlone)
      throw new ToolError(
        'Nothing was done: the API token of this connection has the scope "capture", and may only add cards to the inbox.',
      )

    const problems = collecting()
    const before = isInboxAlone ? new Board(emptyWorkspace, lettersOfId) : await account.board(restore)
    const { board, newProjects } = withNew(before, keys, projects)
    const placed = wanted.map((card, index) => {
      const place = problems.attempt(() => findPlace(board, card.to)) ?? inboxPlace
      // In the last column of a project a card is complete, unless the agent says otherwise.
      return { ...card, place, complete: cards[index]?.complete ?? board.isLast(place) }
    })
    const restored = restore.length > 0 ? await restoring(context, board, restore, keys, problems) : []
    problems.refuse()

    const isOnTop = given.place === 'top'
    const groups = Map.groupBy(placed, ({ place }) => place)
    const adding = placed.map((card) => ({
      card,
      operation: additionOf(card, isOnTop ? groups.get(card.place)?.indexOf(card) : undefined),
    }))
    const moves = new Map<Place, Operation>()
    for (const [place, group] of groups) {
      if (place.isFirst) continue
      const ids = group.map(({ id }) => id)
      const move = { kind: 'move cards', ids, column: columnOf(place), behind: [], atEnd: !isOnTop } as const
      moves.set(place, { ...requestOf(move), idempotency_key: keys.keyFor('place', ids) })
    }
    const operations = [
      ...newProjects.map(({ operation }) => operation),
      ...adding.map(({ operation }) => operation),
      ...moves.values(),
      ...restored.flatMap(({ operation = [] }) => operation),
    ]
    const outcomes = await perform(client, operations)
    // An item without an operation is there already.
    const outcomeOf = (operation?: Operation): Outcome =>
      (operation && outcomes[operations.indexOf(operation)]) ?? { kind: 'done before' }

    const added = adding.map(({ operation }) => outcomeOf(operation))
    // Cards that were added before may have been moved since.
    const isKnown = restored.length === 0 && moves.size === 0 && added.every(({ kind }) => kind === 'done')
    const ids = [...placed, ...restored].map(({ id }) => id)
    const now = isKnown
      ? added.flatMap((outcome) => ('card' in outcome && outcome.card) || [])
      : await account.cards({ ids }).catch(() => [])
    const after = board.with(now)
    return report(keys, [
      ...newProjects.map(
        ({ id, title, operation }): Item => ({
          outcome: outcomeOf(operation),
          done: `Added project ${after.shortId(id)} ${quoted(title)}.`,
          what: `project ${quoted(title)}`,
          data: { id, title },
        }),
      ),
      ...adding.map(({ card, operation }) => {
        const move = moves.get(card.place)
        return itemOf(after, linkTo, card, outcomeOf(operation), move && outcomeOf(move))
      }),
      ...restored.map(({ name, id, operation }): Item => {
        const card = after.find(id)
        return {
          outcome: outcomeOf(operation),
          done: `Restored ${quoted(name)}${card ? ` to ${after.placeOf(card).name}` : ''}.`,
          what: `restore ${quoted(name)}`,
          data: { id, ...(card && { url: linkTo(id) }) },
        }
      }),
    ])
  },
})

interface Wanted {
  id: string
  text: string
  complete: boolean
  place: Place
}

const additionOf = ({ id, text, complete, place }: Wanted, position?: number): Operation => ({
  ...requestOf({
    kind: 'add card',
    id,
    project_id: place.project_id,
    text,
    ...(complete && { complete }),
    ...(position !== undefined && place.isFirst && { position }),
  }),
  idempotency_key: id,
})

function itemOf(
  board: Board,
  linkTo: LinkTo,
  { id, text, place }: Wanted,
  added: Outcome,
  moved: Outcome | undefined,
): Item {
  const present: Card | undefined = board.find(id)
  const isThere = added.kind === 'done' || added.kind === 'done before'
  const failed = isThere && moved && moved.kind !== 'done' && moved.kind !== 'done before' ? moved : undefined
  return {
    outcome: failed ?? added,
    done: `Added ${board.shortId(id)} ${quoted(text)} to ${present ? board.placeOf(present).name : place.name}.${hintAt(text)}`,
    what: failed ? `${quoted(text)} was added, but not moved to ${place.name}` : `add ${quoted(text)}`,
    ...(added.kind === 'refused' &&
      added.problem.code === 'not_found' && {
        reason: 'its project has been deleted, or the card was already added by this call and then deleted.',
      }),
    data: present ? cardAsData(board, linkTo, present) : { id, url: linkTo(id) },
  }
}

/** Agents write dates in words, too. */
function hintAt(text: string): string {
  const { due, every } = findMarks(text)
  const word = text
    .matchAll(/(?<!\S)(due|every):[^\s`]+/g)
    .find(([, mark]) => (mark === 'due' ? due : every) === null)?.[0]
  return word === undefined
    ? ''
    : ` ${quoted(word)} is only text: write a date as due:2026-11-20, a repetition as every:week or every:3d.`
}

/** Adds projects to the board. Refuses a second one with the same title. */
function withNew(before: Board, keys: Keys, titles: readonly string[]) {
  const newProjects = titles.map((given, index) => {
    const [id, title] = [keys.keyFor(`project ${index}`, given), given.trim()]
    const operation = { ...requestOf({ kind: 'add project', id, title }), idempotency_key: id }
    return { id, title, operation }
  })
  const problems = collecting()
  const board = before.withProjects(newProjects)
  const known = Map.groupBy(board.projects, ({ title }) => title.toLowerCase())
  for (const { id, title } of newProjects) {
    const [same] = known.get(title.toLowerCase()) ?? []
    if (same && same.id !== id) problems.add(`There is already a project ${quoted(same.title)}.`)
  }
  problems.refuse()
  return { board, newProjects }
}

interface Restoring {
  id: string
  name: string
  /** Undefined if it is already restored. */
  operation?: Operation
}

async function restoring(
  { client }: Context,
  board: Board,
  references: readonly string[],
  keys: Keys,
  problems: ReturnType<typeof collecting>,
): Promise<Restoring[]> {
  const { items } = await client.listBin()
  return references.flatMap((reference): Restoring[] => {
    // Of several, the one that was deleted last.
    const [item] = named(items, reference)
    // An agent that repeats a call because the answer was lost finds the item restored.
    const present = item
      ? undefined
      : (named(board.projects, reference)[0] ?? named(board.cards, reference)[0])
    if (present) return [{ id: present.id, name: nameOf(present) }]
    if (!item) {
      problems.add(notInBin(items, reference))
      return []
    }
    const operation: Operation = {
      ...requestOf({ kind: 'restore card', id: item.id }),
      idempotency_key: keys.keyFor('restore', reference),
    }
    return [{ id: item.id, name: nameOf(item), operation }]
  })
}

function notInBin(items: readonly BinItem[], reference: string): string {
  const newest = items.slice(0, 5).map((item) => `  ${shortIdOf(item.id)} ${quoted(nameOf(item))}`)
  return `Nothing in the bin matches ${quoted(reference)}.${newest.length > 0 ? ` These were deleted last:\n${newest.join('\n')}` : ' It is empty.'}`
}
