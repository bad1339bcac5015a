import { isDeepStrictEqual } from 'node:util'
import type { Card } from '../../../src/contract/card.ts'
import type { Project, Status } from '../../../src/contract/project.ts'
import type { Instance } from './instances.ts'
import type { Model } from './model.ts'
import type { Replica } from './replica.ts'

interface BinItem {
  id: string
  kind: string
  text?: string
  title?: string
  card_count?: number
  deleted_at: string
}

/** The lists of the API while nobody writes. */
interface ServerState {
  ownerId: string
  seq: number
  projects: Project[]
  statuses: Status[]
  cards: Card[]
  bin: BinItem[]
}

export async function readServer({ connections }: Instance, token: string): Promise<ServerState> {
  const read = async (path: string) => {
    const answer = await connections.request('GET', path, { token })
    if (answer.status !== 200) throw new Error(`GET ${path} was answered ${answer.status}: ${answer.text}`)
    return answer.body
  }
  const { projects }: { projects: Project[] } = await read('/api/projects')
  const ofProjects = await Promise.all(
    projects.map(async ({ id }) => ({
      ...(await read(`/api/projects/${id}/statuses`)),
      ...(await read(`/api/projects/${id}/cards`)),
    })),
  )
  return {
    ownerId: (await read('/api/me')).user.id,
    seq: (await read('/api/changes')).seq,
    projects,
    statuses: ofProjects.flatMap(({ statuses }) => statuses),
    cards: [...ofProjects.flatMap(({ cards }) => cards), ...(await read('/api/inbox/cards')).cards],
    bin: (await read('/api/bin')).items,
  }
}

/** The lists have the order that the contract prescribes. */
export function disorderIn({ projects, statuses, cards, bin }: ServerState): string[] {
  const rank = new Map(statuses.map(({ id, position }) => [id, position]))
  const columnOf = ({ project_id, status_id }: Card) => `${project_id}/${rank.get(status_id ?? '')}`
  const isInOrder = cards.every((card, index) => {
    const next = cards[index + 1]
    if (!next || card.project_id !== next.project_id) return true
    if (columnOf(card) !== columnOf(next)) return columnOf(card) < columnOf(next)
    return card.position < next.position || (card.position === next.position && card.id < next.id)
  })
  return [
    ...(isInOrder ? [] : ['A list of cards is not in order.']),
    ...(isSorted(projects.map(({ created_at }) => created_at)) ? [] : ['Projects are not in order.']),
    ...(isSorted(bin.map(({ deleted_at }) => deleted_at).reverse()) ? [] : ['The bin is not in order.']),
  ]
}

const isSorted = (values: string[]) =>
  values.every((value, index) => index === 0 || (values[index - 1] ?? '') <= value)

/** How the bin differs from the model's. */
export function binDifference({ bin }: ServerState, model: Model): string[] {
  const found = bin.map(
    ({ id, kind, text, title, card_count }) => `${kind} ${id} ${text ?? title} ${card_count}`,
  )
  const expected = [...model.bin].map(([id, { project, cards }]) =>
    project ? `project ${id} ${project.title} ${cards.length}` : `card ${id} ${cards[0]?.text} undefined`,
  )
  const [extra, lacking] = [
    new Set(found).difference(new Set(expected)),
    new Set(expected).difference(new Set(found)),
  ]
  return extra.size + lacking.size === 0
    ? []
    : [`The bin has ${[...extra].slice(0, 3)} too much, and lacks ${[...lacking].slice(0, 3)}.`]
}

/** The differences between an up-to-date replica and the server's own lists, timestamps included. */
export function replicaDifference(replica: Replica, state: ServerState): string[] {
  return (['projects', 'statuses', 'cards'] as const).flatMap((kind) => {
    const things: ReadonlyMap<string, unknown> = replica[kind]
    const strange = state[kind].find((thing) => !isDeepStrictEqual(things.get(thing.id), thing))
    if (strange) return [`shows ${JSON.stringify(things.get(strange.id))} for ${JSON.stringify(strange)}.`]
    return things.size === state[kind].length
      ? []
      : [`shows ${things.size} ${kind} of ${state[kind].length}.`]
  })
}
