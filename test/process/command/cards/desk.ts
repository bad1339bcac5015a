import { afterAll, beforeEach } from 'vitest'
import type { Client } from '../../../../src/client/client.ts'
import { atShell, type Shell } from '../../../support/processes/shell.ts'
import { inboard } from '../../../support/service/shared.ts'

/** Somebody with a shell and an account, another one for each test. */
export interface Desk {
  shell: Shell
  client: Client
  add(text: string): Promise<{ id: string }>
  inboxTexts(): Promise<string[]>
  board(title?: string): Promise<Board>
}

export interface Board {
  project: { id: string }
  /** The texts in a column, with a mark before what is complete. */
  textsIn(column: string): Promise<string[]>
}

export function newDesks(): Desk {
  const shells: Shell[] = []
  const desk = {} as Desk
  beforeEach(async () => {
    const { shell, client } = await atShell(inboard)
    shells.push(shell)
    Object.assign(desk, {
      shell,
      client,
      add: async (text: string) => (await client.addInboxCard({ text })).card,
      inboxTexts: async () => (await client.listInboxCards()).cards.map(({ text }) => text),
      board: (title = 'Garden') => newBoard(client, title),
    } satisfies Desk)
  })
  afterAll(() => {
    for (const shell of shells) shell.remove()
  })
  return desk
}

async function newBoard(client: Client, title: string): Promise<Board> {
  const { project } = await client.addProject({ title })
  const { statuses } = await client.listStatuses({ project_id: project.id })
  const textsIn = async (column: string) => {
    const { id } = statuses.find(({ name }) => name === column) ?? {}
    const { cards } = await client.listProjectCards({ project_id: project.id })
    return cards
      .filter(({ status_id }) => status_id === id)
      .map(({ text, complete }) => `${complete ? '✓ ' : ''}${text}`)
  }
  return { project, textsIn }
}
