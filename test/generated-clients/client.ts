import type { Session } from '../../src/contract/account.ts'
import type { Card } from '../../src/contract/card.ts'
import type { Problem } from '../../src/contract/problem.ts'
import type { Project, Status } from '../../src/contract/project.ts'

/** What became of a call: an answer, or a problem as the generated types know it. */
export interface Outcome<Answer> {
  answer?: Answer | undefined
  problem?: Problem | undefined
}

/** The problem that a generated client must know exactly: of all codes, these two can come with this status. */
export interface Throttled {
  status: 429
  code: 'throttled' | 'rate_limited'
  retry_after?: number | undefined
}

/**
 * As much of the API as the scenario needs, done by the functions that a tool has generated. The types are our own, so that those
 * of the tool must agree with them.
 */
export interface GeneratedClient {
  requestLink(email: string): Promise<Outcome<{ expires_in: number }>>
  /** Asks for a link too soon. */
  beThrottled(email: string): Promise<Throttled | undefined>
  openLink(token: string): Promise<Outcome<Session>>
  addProject(title: string): Promise<Outcome<{ project: Project }>>
  listStatuses(project_id: string): Promise<Outcome<{ statuses: Status[] }>>
  addProjectCard(project_id: string, text: string): Promise<Outcome<{ card: Card }>>
  editCard(id: string, text: string): Promise<Outcome<{ card: Card }>>
  setColumn(project_id: string, status_id: string, card_ids: string[]): Promise<Outcome<{ cards: Card[] }>>
  listProjectCards(project_id: string): Promise<Outcome<{ cards: Card[] }>>
  removeCard(id: string): Promise<Outcome<unknown>>
  readCard(id: string): Promise<Outcome<{ card: Card }>>
}

/** A client for the server at a URL. The token is asked for before each call. */
export type CreateGeneratedClient = (baseUrl: string, token: () => string) => GeneratedClient
