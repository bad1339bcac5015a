import type { TableName } from '../../server/operate/copy-database.ts'
import { facts } from './terminal.ts'

/** Names the rows of each table in plain words. */
export const kinds: Record<TableName, string> = {
  users: 'accounts',
  counters: 'sequence counters',
  set_backs: 'records of restores',
  links: 'emailed links',
  sent_links: 'counts of links sent',
  outbox: 'messages to be sent',
  passkeys: 'passkeys',
  sessions: 'sessions',
  api_tokens: 'API tokens',
  authorization_codes: 'codes for agents',
  challenges: 'passkey challenges',
  projects: 'projects',
  statuses: 'columns',
  cards: 'cards',
  tombstones: 'records of deletions',
  bin: 'items in bins',
  idempotency_keys: 'idempotency keys',
}

export const rowsOfEachKind = (rows: Record<TableName, number>) =>
  facts(Object.entries(rows).map(([name, number]) => [kinds[name as TableName], number.toLocaleString('en')]))
