import type { Client } from '../../../src/client/client.ts'
import type { Project } from '../../../src/contract/project.ts'
import { boardIs } from '../../support/browsing/boards.ts'
import { type Board, type Browsing, makeBoard } from '../../support/browsing/browsing.ts'

/** Somebody before a board that others change. */
export async function lookAt(browsing: Browsing, board: Board) {
  const person = await browsing.inboard.signIn()
  const project = await makeBoard(person.client, 'Garden', board)
  const page = await browsing.open(`/projects/${project.id}`, { person })
  await boardIs(page, person.client, project, board)
  return { page, project, ...person }
}

export const before = { 'To do': ['Weed', 'Water', 'Sow', 'Mow'], Doing: ['Dig'] }
export const after = { 'To do': ['Weed', 'Water it', 'From a script'], Doing: ['Sow', 'Dig'] }

/** What a script does to a board: it adds a card, edits one, moves one, and deletes one. */
export async function meddle(client: Client, project: Project): Promise<void> {
  const { cards } = await client.listProjectCards({ project_id: project.id })
  const idOf = (text: string) => cards.find((one) => one.text === text)?.id ?? ''
  const doing = cards.find(({ text }) => text === 'Dig')
  await client.addProjectCard({ project_id: project.id, text: 'From a script' })
  await client.editCard({ id: idOf('Water'), text: 'Water it', complete: true })
  await client.setColumn({
    project_id: project.id,
    status_id: doing?.status_id ?? '',
    card_ids: [idOf('Sow')],
    moved: [idOf('Sow')],
  })
  await client.removeCard({ id: idOf('Mow') })
}
