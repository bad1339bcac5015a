import type { Card } from '../../../src/contract/card.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'
export const last = 2_147_483_647
export const missing = '01890000-0000-7000-8000-000000000000'

export const ranks = (cards: Card[]) => cards.map(({ text, position }) => `${text}${position}`).join(' ')

/** Signs somebody in and fills their inbox with cards of these names, each at the given position or at the end. */
export async function inboxOf(...cards: (string | [string, number])[]) {
  const person = await inboard.signIn()
  const made: Card[] = []
  for (const card of cards) {
    const [text, position] = typeof card === 'string' ? [card] : card
    made.push((await person.client.addInboxCard({ text, ...(position !== undefined && { position }) })).card)
  }
  const read = async () => ranks((await person.client.listInboxCards()).cards)
  return { ...person, cards: made, read }
}

/** Gives somebody a project, and returns the ids of its three statuses. */
export async function withProject(person?: SignedIn) {
  const owner = person ?? (await inboard.signIn())
  const { project } = await owner.client.addProject({ title: 'Project' })
  const { statuses } = await owner.client.listStatuses({ project_id: project.id })
  const [todo = '', doing = '', done = ''] = statuses.map(({ id }) => id)
  return { ...owner, project_id: project.id, todo, doing, done }
}

/** Cards a, b and c in the first status, d in the second, e and f in the inbox. */
export async function board() {
  const owner = await withProject()
  const { client, project_id, todo, doing, done } = owner
  const ids: Record<string, string> = {}
  for (const text of ['a', 'b', 'c', 'd'])
    ids[text] = (await client.addProjectCard({ project_id, text })).card.id
  for (const text of ['e', 'f']) ids[text] = (await client.addInboxCard({ text })).card.id
  await client.setColumn({ project_id, status_id: doing, card_ids: [ids.d ?? ''] })
  const columns = { todo, doing, done, inbox: null }
  const put = async (column: keyof typeof columns, names: string) => {
    const status_id = columns[column]
    const card_ids = names.split('').map((name) => ids[name] ?? name)
    const { cards } = await client.setColumn({ project_id: status_id && project_id, status_id, card_ids })
    return ranks(cards)
  }
  const read = async () => {
    const { cards } = await client.listProjectCards({ project_id })
    const of = (status_id: string) => ranks(cards.filter((card) => card.status_id === status_id))
    return [of(todo), of(doing), of(done), ranks((await client.listInboxCards()).cards)]
  }
  return { ...owner, ids, put, read }
}
