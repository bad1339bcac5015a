import Type from 'typebox'
import { Board, inboxPlace, type Place } from '../../board/board.ts'
import { columnOf, type Move } from '../../board/columns.ts'
import { findMarks } from '../../board/text/marks.ts'
import { emptyWorkspace } from '../../board/workspace.ts'
import type { Client } from '../../client/client.ts'
import type { Card } from '../../contract/card.ts'
import {
  failedBy,
  type Keys,
  keysOf,
  type Operation,
  type Outcome,
  operationFor,
  type Part,
  performAll,
  report,
} from '../operations.ts'
import { findPlace, isInbox, projectNamed } from '../references.ts'
import { restoring } from '../restoring.ts'
import { cardAsData, type LinkTo, lettersOfId, quoted } from '../show.ts'
import { collecting, key, members, some, ToolError, text, tool } from '../tool.ts'

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
  async run({ client, board: load, linkTo, scope }, given) {
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
    if (scope === 'capture')
      return await capture(client, linkTo, keys, wanted, projects.length + restore.length > 0)

    const before = restore.length > 0 ? await load() : await withoutCards(client, projects, wanted)
    const { board, projectIds } = withNew(before, keys, projects)
    const problems = collecting()
    const placed = wanted.map((card, index) => {
      const place = problems.attempt(() => findPlace(board, card.to)) ?? inboxPlace
      // In the last column of a project a card is complete, unless the agent says otherwise.
      return { ...card, place, complete: cards[index]?.complete ?? board.isLast(place) }
    })
    const back = restore.length > 0 ? await restoring(client, board, restore, keys, problems) : []
    problems.refuse()

    const isOnTop = given.place === 'top'
    const makeProjects = projectIds.map(
      ({ id, title }): Operation => ({
        method: 'POST',
        path: '/api/projects',
        body: { title },
        idempotency_key: id,
      }),
    )
    const makeCards = placed.map((card) => adding(card, isOnTop ? rankAmong(placed, card) : undefined))
    const further = [...Map.groupBy(placed, ({ place }) => place)].filter(([place]) => !place.isFirst)
    const moves = further.map(([place, group]) => {
      const ids = group.map(({ id }) => id)
      const move: Move = { kind: 'move cards', ids, column: columnOf(place), behind: [], atEnd: !isOnTop }
      return [operationFor(move, keys.keyFor('place', ids))]
    })
    const outcomes = await performAll(client, [
      ...[...makeProjects, ...makeCards].map((operation) => [operation]),
      ...moves,
      ...back.map(({ operation }) => (operation ? [operation] : [])),
    ])

    const take = (number: number) => outcomes.splice(0, number)
    const projectOutcomes = take(makeProjects.length)
    const cardOutcomes = take(makeCards.length)
    const moveOutcomes = new Map(take(moves.length).map((outcome, index) => [further[index]?.[0], outcome]))
    // What was done before may have been moved since.
    const isWhole = restore.length > 0 || cardOutcomes.some(({ kind }) => kind === 'done before')
    const after = isWhole ? await load().catch(() => board) : board
    const present = await Promise.all(
      placed.map(async ({ id, place }, index) => {
        const outcome = cardOutcomes[index] as Outcome
        if (isWhole || outcome.kind !== 'done') return after.find(id)
        return place.isFirst ? outcome.card : (await client.readCard({ id }).catch(() => undefined))?.card
      }),
    )
    return report(keys, [
      ...projectIds.map(
        ({ id, title }, index): Part => ({
          outcome: projectOutcomes[index] as Outcome,
          done: `Added project ${after.shortId(id)} ${quoted(title)}.`,
          what: `project ${quoted(title)}`,
          data: { id, title },
        }),
      ),
      ...placed.map((card, index) =>
        told(
          after,
          linkTo,
          card,
          present[index],
          cardOutcomes[index] as Outcome,
          moveOutcomes.get(card.place),
        ),
      ),
      ...back.map(
        ({ name, id }, index): Part => ({
          outcome: outcomes[index] as Outcome,
          done: `Restored ${quoted(name)}${whereIs(after, id)}.`,
          what: `restore ${quoted(name)}`,
          data: { id, ...(after.find(id) && { url: linkTo(id) }) },
        }),
      ),
    ])
  },
})

interface Wanted {
  id: string
  text: string
  complete: boolean
  place: Place
}

const adding = ({ id, text, complete, place }: Wanted, position?: number): Operation => ({
  method: 'POST',
  path: place.project_id === null ? '/api/inbox/cards' : `/api/projects/${place.project_id}/cards`,
  body: { text, ...(complete && { complete }), ...(position !== undefined && place.isFirst && { position }) },
  idempotency_key: id,
})

const rankAmong = (all: Wanted[], card: Wanted) =>
  all.filter(({ place }) => place === card.place).indexOf(card)

function told(
  board: Board,
  linkTo: LinkTo,
  card: Wanted,
  present: Card | undefined,
  added: Outcome,
  moved: Outcome | undefined,
): Part {
  const isThere = added.kind === 'done' || added.kind === 'done before'
  const failed = isThere && moved && moved.kind !== 'done' && moved.kind !== 'done before' ? moved : undefined
  return {
    outcome: failed ?? added,
    done: `Added ${board.shortId(card.id)} ${quoted(card.text)} to ${present ? board.placeOf(present).name : card.place.name}.${hintAt(card.text)}`,
    what: failed
      ? `${quoted(card.text)} was added, but not moved to ${card.place.name}`
      : `add ${quoted(card.text)}`,
    ...(added.kind === 'refused' &&
      added.problem.code === 'not_found' && {
        reason: 'its project has been deleted, or the card was already added by this call and then deleted.',
      }),
    data: present ? cardAsData(board, linkTo, present) : { id: card.id },
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

function whereIs(board: Board, id: string): string {
  const card = board.find(id)
  return card ? ` to ${board.placeOf(card).name}` : ''
}

/** The board with the columns of the projects that are named: with all cards, it takes long to read. */
async function withoutCards(client: Client, titles: string[], cards: { to: string }[]): Promise<Board> {
  const names = [...new Set(cards.map(({ to }) => to))].filter((to) => !isInbox(to))
  if (titles.length + names.length === 0) return new Board(emptyWorkspace, lettersOfId)
  const { projects } = await client.listProjects()
  const ids = new Set(names.flatMap((name) => projectNamed(projects, name)?.id ?? []))
  const statuses = await Promise.all(
    [...ids].map(
      async (project_id) => [project_id, (await client.listStatuses({ project_id })).statuses] as const,
    ),
  )
  return new Board({ ...emptyWorkspace, projects, statuses: new Map(statuses) }, lettersOfId)
}

/** Adds projects to the board. Refuses a second one with the same title. */
function withNew(board: Board, keys: Keys, titles: string[]) {
  const projectIds = titles.map((title, index) => ({
    title: title.trim(),
    id: keys.keyFor(`project ${index}`, title),
  }))
  const problems = collecting()
  const extended = board.withProjects(projectIds)
  const known = Map.groupBy(extended.projects, ({ title }) => title.toLowerCase())
  for (const { id, title } of projectIds) {
    const [same] = known.get(title.toLowerCase()) ?? []
    if (same && same.id !== id) problems.add(`There is already a project ${quoted(same.title)}.`)
  }
  problems.refuse()
  return { board: extended, projectIds }
}

/** For tokens with the scope `capture`. */
async function capture(
  client: Client,
  linkTo: LinkTo,
  keys: Keys,
  cards: (Omit<Wanted, 'place'> & { to: string })[],
  isMore: boolean,
) {
  if (isMore || cards.some(({ to }) => !isInbox(to)))
    throw new ToolError(
      'Nothing was done: the API token of this connection has the scope "capture", and may only add cards to the inbox.',
    )
  const parts: Part[] = []
  for (const { id, text, complete } of cards) {
    const outcome = await addAlone(client, id, { text, ...(complete && { complete }) })
    parts.push({
      outcome,
      done: `Added ${quoted(text)} to Inbox.${hintAt(text)}`,
      what: `add ${quoted(text)}`,
      data: { id, url: linkTo(id) },
    })
  }
  return report(keys, parts)
}

async function addAlone(
  client: Client,
  id: string,
  card: { text: string; complete?: boolean },
): Promise<Outcome> {
  try {
    const answer = await client.addInboxCard(card, { idempotencyKey: id })
    return { kind: 'done', card: answer.card }
  } catch (error) {
    return failedBy(error)
  }
}
