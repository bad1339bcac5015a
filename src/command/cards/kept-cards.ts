import { randomUUID } from 'node:crypto'
import { fingerprint, type Login } from '../login-file.ts'
import { type Kept, KeptFiles } from './kept-files.ts'

/** Cards that were added together, and that the server may not have yet. */
export interface KeptCards {
  /** Whose they are: nobody else's login sends them. */
  login: string
  url: string
  account?: string
  written_at: string
  /** As it was named. Without it, they go to the inbox. */
  project?: string
  project_id?: string
  column?: string
  cards: { id: string; text: string }[]
  /** Why the server does not take them. They are not sent again by themselves. */
  refused?: string
  /** They were taken back before it was known whether the server has them: if it does, they go. */
  undone?: true
}

export type Destination = Pick<KeptCards, 'project' | 'project_id' | 'column'>

export const outbox = new KeptFiles<KeptCards>('outbox')

/**
 * They are on the disk when this returns; or, if that cannot be, it says why, and they can still be sent. Their ids are the keys
 * under which they are sent, so that each is added once.
 */
export function keepCards(
  login: Login,
  destination: Destination,
  texts: string[],
): { kept: Kept<KeptCards>; unkept?: string } {
  const value: KeptCards = {
    login: fingerprint(login),
    url: login.url,
    ...(login.account && { account: login.account }),
    written_at: new Date().toISOString(),
    ...destination,
    cards: texts.map((text) => ({ id: randomUUID(), text })),
  }
  try {
    return { kept: outbox.add(value) }
  } catch (error) {
    return { kept: { name: '', value }, unkept: `Nothing is kept: ${(error as Error).message}` }
  }
}

/** A new token for the same account is the same person. */
export const isOf = (login: Login, { url, login: by, account }: KeptCards) =>
  by === fingerprint(login) || (url === login.url && account !== undefined && account === login.account)
