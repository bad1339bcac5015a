import type { Assertion } from '../src/contract/passkey.ts'

/** The person who uses one connection. */
export interface Person {
  owner: string
  /** The token of the session. */
  token: string
  boards: Board[]
  /** Tokens of unopened links, and assertions for unused challenges. Each works once. */
  links: string[]
  /** Tokens of the first links of others, who have never signed in. */
  newcomers: string[]
  assertions: Assertion[]
}

export interface Board {
  project: string
  columns: { status: string; cards: string[] }[]
}

export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT'
  path: string
  body?: object
}

export interface Operation {
  name: string
  title: string
  /** The target share of the bare limit on SQLite, by CPU time. */
  target?: number
  /** Cards in each column of each project that a person has. */
  boards: number[][]
  /** What a request uses up. */
  uses?: 'links' | 'newcomers' | 'assertions'
  /** The number of requests in one round over many connections. */
  requests: number
  /** The request after `number` others of the same person. The next one reverts it. */
  call(person: Person, number: number): Call
}

const first = ({ boards }: Person): Board => boards[0] as Board
const column = (board: Board, index = 0) => board.columns[index] as Board['columns'][number]
const inTurn = <T>(items: T[], number: number) => items[number % items.length] as T

const listing = (cards: number, requests: number): Operation => ({
  name: `list-${cards}`,
  title: `list ${cards.toLocaleString('en')} cards`,
  target: 0.85,
  boards: [[0, 1, 2].map((status) => Math.floor((cards + status) / 3))],
  requests,
  call: (person) => ({ method: 'GET', path: `/api/projects/${first(person).project}/cards` }),
})

const order = (project_id: string, status_id: string, card_ids: string[]): Call => ({
  method: 'PUT',
  path: '/api/cards/order',
  body: { project_id, status_id, card_ids },
})

/**
 * As the web app does it, with the whole column. The card moves by a third of the column: the average over all moves.
 */
const moving = (cards: number, requests: number): Operation => ({
  name: `move-${cards}`,
  title: `move a card among ${cards.toLocaleString('en')}`,
  target: 0.6,
  boards: [[cards, 0, 0]],
  requests,
  call(person, number) {
    const board = first(person)
    const { status, cards: ids } = column(board)
    const [from, to] = [Math.floor(ids.length / 3), Math.floor((2 * ids.length) / 3)]
    const away = ids.toSpliced(from, 1).toSpliced(to, 0, ids[from] as string)
    return order(board.project, status, number % 2 === 0 ? away : ids)
  },
})

const movingAcross: Operation = {
  name: 'move-across',
  title: 'move a card to another column',
  target: 0.6,
  boards: [[50, 50, 0]],
  requests: 400,
  call(person, number) {
    const board = first(person)
    const [here, there] = [column(board), column(board, 1)]
    const middle = 25
    const visited = there.cards.toSpliced(middle, 0, here.cards[middle] as string)
    return number % 2 === 0
      ? order(board.project, there.status, visited)
      : order(board.project, here.status, here.cards)
  },
}

export const operations: Operation[] = [
  {
    name: 'read',
    title: 'read a card',
    target: 0.8,
    boards: [[50, 0, 0]],
    requests: 3000,
    call: (person, number) => ({
      method: 'GET',
      path: `/api/cards/${inTurn(column(first(person)).cards, number)}`,
    }),
  },
  listing(50, 1000),
  listing(1000, 96),
  {
    name: 'projects',
    title: 'list 20 projects',
    target: 0.85,
    boards: Array.from({ length: 20 }, () => [4, 3, 3]),
    requests: 1500,
    call: () => ({ method: 'GET', path: '/api/projects' }),
  },
  {
    name: 'create',
    title: 'create a card',
    target: 0.8,
    boards: [[0, 0, 0]],
    requests: 2000,
    call: (person) => ({
      method: 'POST',
      path: `/api/projects/${first(person).project}/cards`,
      body: { text: 'Water the plants' },
    }),
  },
  {
    name: 'patch',
    title: 'change a card',
    target: 0.8,
    boards: [[50, 0, 0]],
    requests: 2000,
    call: (person, number) => ({
      method: 'PATCH',
      path: `/api/cards/${inTurn(column(first(person)).cards, number)}`,
      body: { text: `Water the plants, ${number}`, complete: number % 2 === 0 },
    }),
  },
  moving(50, 400),
  moving(1000, 64),
  movingAcross,
  {
    name: 'link',
    title: 'open a link',
    boards: [],
    uses: 'links',
    requests: 1500,
    call: ({ links }, number) => ({
      method: 'POST',
      path: '/api/auth/verify-email',
      body: { token: links[number] },
    }),
  },
  {
    name: 'passkey',
    title: 'sign in with a passkey',
    boards: [],
    uses: 'assertions',
    requests: 800,
    call: ({ assertions }, number) => ({
      method: 'POST',
      path: '/api/auth/passkey/verify',
      body: assertions[number] as object,
    }),
  },
]

/** Operations that each person does once, measured on their own. */
export const joining: Operation = {
  name: 'join',
  title: 'open a first link',
  boards: [],
  uses: 'newcomers',
  requests: 400,
  call: ({ newcomers }, number) => ({
    method: 'POST',
    path: '/api/auth/verify-email',
    body: { token: newcomers[number] },
  }),
}

/** Moves one card in a column of this length. */
export const curve = [moving(10, 800), moving(100, 320), moving(1000, 64), moving(5000, 16)]

/** `move-200` and the like need not be listed. */
export function operationNamed(name: string): Operation {
  const [, cards] = /^move-([1-9]\d{0,3})$/.exec(name) ?? []
  const found =
    [...operations, ...curve, joining].find((operation) => operation.name === name) ??
    (cards && moving(Number(cards), 16 + Math.ceil(8000 / Number(cards))))
  if (!found) throw new Error(`There is no operation "${name}".`)
  return found
}
