import { addCards, type Browsing, makeBoard } from '../../support/browsing/browsing.ts'
import { type Desk, lookAt } from '../../support/browsing/keys.ts'

/** “Done 1”, “Done 2”, … */
export const doneCards = (count: number) => Array.from({ length: count }, (_, index) => `Done ${index + 1}`)

/** A board with two open cards, and so many completed ones in its last column. */
export async function sitBeforeDone(browsing: Browsing, count: number): Promise<Desk> {
  const person = await browsing.inboard.signIn()
  const { client } = person
  const project = await makeBoard(client, 'Garden', { 'To do': ['Weed', 'Water'] })
  const { statuses } = await client.listStatuses({ project_id: project.id })
  const done = statuses.at(-1)
  const path = `/api/projects/${project.id}/cards`
  await addCards(client, path, doneCards(count))
  const { cards } = await client.listProjectCards({ project_id: project.id })
  const ids = doneCards(count).map((text) => cards.find((card) => card.text === text)?.id ?? '')
  await client.setColumn({
    project_id: project.id,
    status_id: done?.id ?? null,
    card_ids: ids,
    moved: ids,
    complete: true,
  })
  return await lookAt(browsing, person, project)
}
