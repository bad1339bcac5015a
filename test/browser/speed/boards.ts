import type { Page } from 'playwright-core'
import type { Project } from '../../../src/contract/project.ts'
import { type Browsing, makeBoard } from '../../support/browsing/browsing.ts'
import type { SignedIn } from '../../support/service/inboard.ts'

export const cards = (page: Page) => page.getByRole('main').getByRole('listitem')

/** A board with many cards in its first column and some in the second. */
export async function boardOf({ inboard }: Browsing, person: SignedIn, count: number): Promise<Project> {
  const project = await makeBoard(person.client, `${count} cards`)
  const { statuses } = await person.client.listStatuses({ project_id: project.id })
  const now = new Date().toISOString()
  await inboard.world.db.change(person.user.id, async (change) => {
    const seq = await change.seq
    for (let position = 0; position < count; position++) {
      const { id: status } = statuses[position < count * 0.8 ? 0 : 1] ?? { id: '' }
      await change.run`
        insert into cards (id, owner_id, project_id, status_id, text, complete, position, created_at, updated_at,
          revision, changed, counted)
        values (${crypto.randomUUID()}, ${person.user.id}, ${project.id}, ${status}, ${`Card ${position + 1}`}, 0,
          ${position}, ${now}, ${now}, ${seq}, ${seq}, ${seq})`
    }
  })
  return project
}
