import Type from 'typebox'
import type { Client } from '../../client/client.ts'
import type { Board, Place } from '../board.ts'
import { inbox } from '../board.ts'
import { type Keys, keysOf } from '../keys.ts'
import { endOf, placing } from '../landmarks.ts'
import { failedBy, type Operation, type Outcome, perform } from '../operations.ts'
import { findPlace } from '../references.ts'
import { collecting, Refusal } from '../refusal.ts'
import { type Part, report } from '../report.ts'
import { restoring } from '../restoring.ts'
import { cardAsData, quoted } from '../show.ts'
import { key, members, some, text, tool } from '../tool.ts'

const to = Type.Optional(text('inbox (default), a project, or Project/Column'))

export const add = tool({
  name: 'add',
  title: 'Add',
  description:
    'Adds cards, and projects (each with To do, Doing, Done), which come first, so cards can go there at once. Restores from the bin.',
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
    restore: Type.Optional(some(text(), 'ids, texts or titles of what is in the bin')),
    key,
  }),
  annotations: { destructiveHint: false },
  async run({ client, board: load, scope }, given) {
    const { cards = [], projects = [], restore = [] } = given
    if (cards.length + projects.length + restore.length === 0)
      throw new Refusal('Nothing was done: give "cards", "projects" or "restore".')
    const keys = keysOf('add', given.key)
    const wanted = cards.map(({ text, complete = false, to = given.to ?? 'inbox' }, index) => ({
      text,
      complete,
      to,
      id: keys.keyFor(`card ${index}`, [text, complete, to, given.place]),
    }))
    if (scope === 'capture') return await capture(client, keys, wanted, projects.length + restore.length > 0)

    const { board, projectIds } = withNew(await load(), keys, projects)
    const problems = collecting()
    const placed = wanted.map((card) => ({
      ...card,
      place: problems.attempt(() => findPlace(board, card.to)) ?? inbox,
    }))
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
      return placing(place, isOnTop ? [] : endOf(board, place, ids), ids, keys.keyFor('place', ids))
    })
    const operations = [
      ...makeProjects,
      ...makeCards,
      ...moves,
      ...back.flatMap(({ operation }) => operation ?? []),
    ]
    const outcomes = await perform(client, operations)

    const take = (number: number) => outcomes.splice(0, number)
    const projectOutcomes = take(makeProjects.length)
    const cardOutcomes = take(makeCards.length)
    const moveOutcomes = new Map(take(moves.length).map((outcome, index) => [further[index]?.[0], outcome]))
    const restored = back.map(({ operation }): Outcome => {
      const outcome = operation && outcomes.shift()
      return outcome ?? { kind: 'done before' }
    })
    const after = await load().catch(() => board)
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
        told(after, card, cardOutcomes[index] as Outcome, moveOutcomes.get(card.place)),
      ),
      ...back.map(
        ({ name, id }, index): Part => ({
          outcome: restored[index] as Outcome,
          done: `Restored ${quoted(name)}${whereIs(after, id)}.`,
          what: `restore ${quoted(name)}`,
          data: { id },
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

function told(board: Board, card: Wanted, added: Outcome, moved: Outcome | undefined): Part {
  const present = board.find(card.id)
  const isThere = added.kind === 'done' || added.kind === 'done before'
  const failed = isThere && moved && moved.kind !== 'done' && moved.kind !== 'done before' ? moved : undefined
  return {
    outcome: failed ?? added,
    done: `Added ${board.shortId(card.id)} ${quoted(card.text)} to ${present ? board.placeOf(present).name : card.place.name}.`,
    what: failed
      ? `${quoted(card.text)} was added, but not brought to ${card.place.name}`
      : `add ${quoted(card.text)}`,
    ...(added.kind === 'refused' &&
      added.problem.code === 'not_found' && {
        reason:
          'its project has been deleted meanwhile, or it was added before, by this call, and then deleted.',
      }),
    data: present ? cardAsData(board, present) : { id: card.id },
  }
}

function whereIs(board: Board, id: string): string {
  const card = board.find(id)
  return card ? ` to ${board.placeOf(card).name}` : ''
}

/** A second project of the same title would only be mistaken for the first. */
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
    if (same && same.id !== id) problems.add(`There is a project ${quoted(same.title)} already.`)
  }
  problems.refuse()
  return { board: extended, projectIds }
}

/** With a token that may do nothing else. */
async function capture(
  client: Client,
  keys: Keys,
  cards: (Omit<Wanted, 'place'> & { to: string })[],
  isMore: boolean,
) {
  if (isMore || cards.some(({ to }) => !['inbox', ''].includes(to.trim().toLowerCase())))
    throw new Refusal(
      'Nothing was done: the API token of this connection has the scope "capture", and may only add cards to the inbox.',
    )
  const parts: Part[] = []
  for (const { id, text, complete } of cards) {
    const outcome = await addAlone(client, id, { text, ...(complete && { complete }) })
    parts.push({
      outcome,
      done: `Added ${quoted(text)} to Inbox.`,
      what: `add ${quoted(text)}`,
      data: { id },
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
