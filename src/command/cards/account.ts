import { beginAgain } from '../../client/begin-again.ts'
import type { Client } from '../../client/client.ts'
import type { Card } from '../../contract/card.ts'
import type { Changes } from '../../contract/feed.ts'
import type { Project, Status } from '../../contract/project.ts'
import { printable } from './printable.ts'
import { rememberProjects } from './project-names.ts'
import { probableName, shortNames } from './short-names.ts'

/** Null for the inbox. */
export type Column = Pick<Card, 'project_id' | 'status_id'>

/** Everything that somebody has, as it is at one time. */
export class Account {
  seq = 0
  readonly projects = new Map<string, Project>()
  readonly statuses = new Map<string, Status>()
  readonly cards = new Map<string, Card>()
  #names: Map<string, string> | undefined

  apply({ seq, projects, statuses, cards, positions, deleted }: Changes): void {
    this.seq = seq
    this.#names = undefined
    for (const one of projects) this.projects.set(one.id, one)
    for (const one of statuses) this.statuses.set(one.id, one)
    for (const one of cards) this.cards.set(one.id, one)
    for (const { id, position } of positions) {
      const card = this.cards.get(id)
      if (card) this.cards.set(id, { ...card, position })
    }
    for (const { kind, id } of deleted) (kind === 'card' ? this.cards : this.projects).delete(id)
  }

  /** From left to right. */
  columnsOf({ id }: Pick<Project, 'id'>): Status[] {
    return [...this.statuses.values()]
      .filter(({ project_id }) => project_id === id)
      .sort((a, b) => a.position - b.position)
  }

  cardsIn({ project_id, status_id }: Column): Card[] {
    return [...this.cards.values()]
      .filter((card) => card.project_id === project_id && card.status_id === status_id)
      .sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
  }

  /** The short name of a card. */
  nameOf({ id }: Pick<Card, 'id'>): string {
    this.#names ??= shortNames(this.cards.keys())
    return this.#names.get(id) ?? probableName(id)
  }

  /** `Home / Doing`, `Inbox`. */
  placeOf({ project_id, status_id }: Column): string {
    const project = this.projects.get(project_id ?? '')
    const status = this.statuses.get(status_id ?? '')
    return project ? printable(`${project.title} / ${status?.name}`) : 'Inbox'
  }

  /** Into it completes a card, and out of it reopens it. */
  isLast({ project_id, status_id }: Column): boolean {
    return project_id !== null && this.columnsOf({ id: project_id }).at(-1)?.id === status_id
  }
}

export const inbox: Column = { project_id: null, status_id: null }

/** The whole account; `seen`, if the server cannot lead on from there. */
export async function readAccount(client: Client, seen = 0): Promise<Account> {
  const account = new Account()
  let page = await beginAgain(client, seen)
  account.apply(page)
  while (page.more) {
    page = await client.changes({ since: page.seq })
    account.apply(page)
  }
  rememberProjects([...account.projects.values()])
  return account
}
