import { expect } from 'vitest'
import type { Changes } from '../../../src/contract/feed.ts'
import type { SignedIn, TestInboard } from '../../support/service/inboard.ts'
import { Replica } from '../../support/service/replica.ts'
import { sender } from '../../support/service/sending.ts'
import { inboard } from '../../support/service/shared.ts'
export const inbox = { project_id: null, status_id: null }
export const nothing = { projects: [], statuses: [], cards: [], positions: [], deleted: [] }

export async function newcomer(at: TestInboard = inboard) {
  const person = await at.signIn()
  const { client } = person
  let seen = 0
  return {
    ...person,
    send: sender(at, person.token),
    seq: async () => (await client.changes()).seq,
    /** What is new since this was asked last. */
    async news(): Promise<Changes> {
      const changes = await client.changes({ since: seen })
      expect(changes.more).toBe(false)
      seen = changes.seq
      return changes
    },
    async project(title = 'Project') {
      const { project } = await client.addProject({ title })
      const { statuses } = await client.listStatuses({ project_id: project.id })
      const [todo, doing, done] = statuses.map(({ id }) => ({ project_id: project.id, status_id: id }))
      return {
        id: project.id,
        project,
        statuses,
        todo: todo ?? inbox,
        doing: doing ?? inbox,
        done: done ?? inbox,
      }
    },
    card: async (text: string, project_id?: string) =>
      (await (project_id ? client.addProjectCard({ project_id, text }) : client.addInboxCard({ text }))).card,
  }
}

/** What there is, by the other calls. */
export async function accountOf({ client }: SignedIn) {
  const { projects } = await client.listProjects()
  const { cards } = await client.listInboxCards()
  const statuses = []
  for (const { id: project_id } of projects) {
    cards.push(...(await client.listProjectCards({ project_id })).cards)
    statuses.push(...(await client.listStatuses({ project_id })).statuses)
  }
  return Replica.of({ ...nothing, seq: 0, more: false, projects, statuses, cards }).state
}

export const ids = (things: { id: string }[]) => things.map(({ id }) => id).sort()

/** Reads page after page from a state on, and applies them to a replica. */
export async function readAll(ada: SignedIn, since: number, replica = new Replica()) {
  const pages: Changes[] = []
  for (let from = since; ; ) {
    const page = await ada.client.changes({ since: from })
    pages.push(page)
    expect(page.seq).toBeGreaterThan(from)
    replica.apply(page)
    from = page.seq
    if (!page.more) return { pages, replica }
    if (pages.length > 100) return expect.unreachable('it never ends')
  }
}
