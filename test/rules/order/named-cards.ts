import { expect } from 'vitest'
import type { Card } from '../../../src/contract/card.ts'
import { addTexts } from '../../support/service/add-texts.ts'
import { sender, times } from '../../support/service/sending.ts'
import { inboard } from '../../support/service/shared.ts'

export const missing = '01890000-0000-7000-8000-000000000000'
export const inbox = { project_id: null, status_id: null }

const other = await inboard.signIn()
/** The id of a card of somebody else. */
export const stranger = (await other.client.addInboxCard({ text: 'foreign' })).card.id

/** Somebody with these cards in their inbox, and these in the first column of a project. */
export async function withCards(inInbox: string, inProject = '') {
  const person = await inboard.signIn()
  const { client } = person
  const { project } = await client.addProject({ title: 'Project' })
  const project_id = project.id
  const { statuses } = await client.listStatuses({ project_id })
  const [todo, doing] = statuses.map(({ id }) => ({ project_id, status_id: id }))
  const ids: Record<string, string> = { '?': missing, '!': stranger, '-': 'no id at all', '0': '\0\ud800' }
  const names = [...inInbox, ...inProject]
  const added = [
    ...(await addTexts(client, [...inInbox])),
    ...(await addTexts(client, [...inProject], `/api/projects/${project_id}/cards`)),
  ]
  for (const [index, name] of names.entries()) ids[name] = added[index] ?? ''
  const send = sender(inboard, person.token)
  const idsOf = (names: string) => [...names].map((name) => ids[name] ?? '')
  /** Cards by their texts: `order('dea', 'a')` lists d, e and a, and moves a. */
  const order = (names: string, moved: string, column: object = inbox) =>
    send('PUT /api/cards/order', { body: { ...column, card_ids: idsOf(names), moved: idsOf(moved) } })
  return {
    ...person,
    send,
    order,
    ids,
    idsOf,
    project_id,
    todo: todo ?? {},
    doing: doing ?? {},
    inbox: async () => read((await client.listInboxCards()).cards),
    project: async () => read((await client.listProjectCards({ project_id })).cards),
  }
}

/** The texts in order; every column must be dense. */
export function read(cards: Card[]): string {
  const columns = Object.values(Object.groupBy(cards, ({ status_id }) => String(status_id)))
  for (const column of columns)
    expect(column?.map(({ position }) => position)).toEqual(times(column?.length ?? 0, (index) => index))
  return cards.map(({ text }) => text).join('')
}
