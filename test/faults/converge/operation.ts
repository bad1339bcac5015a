/** What a device wants done, in the words of the contract. */
export type Deed =
  | { kind: 'add card'; project: string | null; text: string; complete?: boolean; position?: number }
  | { kind: 'edit card'; id: string; patch: { text?: string; complete?: boolean; position?: number } }
  | { kind: 'remove card'; id: string }
  | { kind: 'order'; project: string | null; status: string | null; ids: string[]; moved?: string[] }
  | { kind: 'add project'; title: string }
  | { kind: 'rename project'; id: string; title: string }
  | { kind: 'remove project'; id: string }
  | { kind: 'restore'; id: string }
  | { kind: 'purge'; id: string }
  | { kind: 'purge all' }

/** A deed with its idempotency key: it may be sent any number of times, and takes effect once at most. */
export interface Operation {
  key: string
  /**
   * Whether the key is for ourselves only, as by clients that know nothing of keys. It is sent once, whatever
   * happens.
   */
  isKeyless?: boolean
  deed: Deed
  /** The revision that the device saw when it decided; `*` for any. */
  ifMatch?: number | '*'
  /** Whether something else has been done with the same key, so that this never can be. */
  isKeyUsed?: boolean
  /** The id of the thing that it created, once somebody has seen it: the key, if that is a UUID. */
  created?: string
  /** Whether it is known to have taken effect, in this round of the simulation or an earlier one. */
  done?: boolean
  /** Whether it may have taken effect in an earlier round without changing anything, and its answer got lost. */
  idle?: boolean
}

interface Request {
  method: string
  path: string
  body?: unknown
}

export function requestOf(deed: Deed): Request {
  switch (deed.kind) {
    case 'add card': {
      const { kind, project, ...body } = deed
      const path = project === null ? '/api/inbox/cards' : `/api/projects/${project}/cards`
      return { method: 'POST', path, body }
    }
    case 'edit card':
      return { method: 'PATCH', path: `/api/cards/${deed.id}`, body: deed.patch }
    case 'remove card':
      return { method: 'DELETE', path: `/api/cards/${deed.id}` }
    case 'order': {
      const { project: project_id, status: status_id, ids: card_ids, moved } = deed
      const body = { project_id, status_id, card_ids, ...(moved && { moved }) }
      return { method: 'PUT', path: '/api/cards/order', body }
    }
    case 'add project':
      return { method: 'POST', path: '/api/projects', body: { title: deed.title } }
    case 'rename project':
      return { method: 'PATCH', path: `/api/projects/${deed.id}`, body: { title: deed.title } }
    case 'remove project':
      return { method: 'DELETE', path: `/api/projects/${deed.id}` }
    case 'restore':
      return { method: 'POST', path: `/api/bin/${deed.id}/restore` }
    case 'purge':
      return { method: 'DELETE', path: `/api/bin/${deed.id}` }
    case 'purge all':
      return { method: 'DELETE', path: '/api/bin' }
  }
}

/** The value of `If-Match`, in one of the forms that mean the same. */
export function tagOf({ ifMatch }: Operation, form: number): string | undefined {
  if (ifMatch === undefined || ifMatch === '*') return ifMatch
  return [`"${ifMatch}"`, `W/"${ifMatch}"`, `"0", "${ifMatch}"`][form % 3]
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/** Whether a creation with this key decides the id of what it creates. */
export const namesItsThing = (key: string): boolean => uuid.test(key)

export const told = ({ key, deed, ifMatch }: Operation): string =>
  `${JSON.stringify(deed)}${ifMatch === undefined ? '' : ` if it is ${ifMatch}`} with the key ${key}`
