/** An account, and a project in it with its first column. */
export interface Account {
  token: string
  owner: string
  project: string
  status: string
}

/** Possible attackers. By default, their accounts are as full as allowed. */
export interface Targets {
  /**
   * 10,000 cards in the inbox, but for a few; the same in those for batches, which go on without their
   * client, and for orders.
   */
  inbox: Account
  batched: Account
  ordered: Account
  /** 10,000 cards in one project. */
  project: Account
  /** 10,000 cards in the bin. */
  bin: Account
  /** 10,000 cards in 99 projects. */
  columns: Account
  /** As many cards as the server handles without a worker, in as many projects. */
  fewer: Account
  /** 245 cards of combining marks. */
  marks: Account
  /**
   * All its text is on the board, and thousands of short cards are in the bin: they cannot make room for
   * another long one.
   */
  stuffed: Account
  /** Nothing. */
  importer: Account
  agent: Account
  /** 10,000 cards with a date and as much to escape as there is room for. The token is of its calendar. */
  dated: Account
  /** May only add to the inbox. */
  capture: { token: string }
  /** Many like `inbox`. */
  crowd: Account[]
  /** Many that have as much as the server deals with itself. */
  modest: Account[]
}

export interface Request {
  method: string
  path: string
  token: string
  body?: string
  headers?: Record<string, string>
}

export interface Attack {
  name: string
  /** 8 by default. */
  connections?: number
  /** How many requests it sends on a connection before it waits for an answer. */
  pipelined?: number
  /** Done instead of reading the responses. A client that withholds the end of a body waits forever. */
  manner?: 'never reads' | 'hangs up' | 'keeps the end'
  /** The request after `number` others on the same connection. */
  request(targets: Targets, number: number, connection: number): Request
}

/** How many cards there are in a full account, but for a few; and in one that the server deals with itself. */
export const inFull = 9990
export const inModest = 1000

export const projects = 99
/** Of `columns` and `fewer`, from 0. */
export const projectId = (number: number) => `01a1dd4b-0000-7000-8001-${String(number).padStart(12, '0')}`

/** Those of every account have the same ids, from 1. */
export const cardId = (number: number) => `01a1dd4b-0000-7000-8000-${String(number).padStart(12, '0')}`
export const cardIds = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => cardId(index + 1))

export const get = (
  path: string,
  { token }: { token: string },
  headers: Record<string, string> = {},
): Request => ({ method: 'GET', path, token, headers })

export const send = (method: string, path: string, { token }: { token: string }, body: unknown): Request => ({
  method,
  path,
  token,
  body: JSON.stringify(body),
})

export const inTurn = <T>(items: readonly T[], number: number) => items[number % items.length] as T

/** Makes each only once, and only when it is needed: some take long, and much memory. */
export function remembered<T>(make: (number: number) => T): (number: number) => T {
  const made = new Map<number, T>()
  return (number) => {
    const known = made.get(number) ?? make(number)
    made.set(number, known)
    return known
  }
}
