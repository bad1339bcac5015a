import { statusIdOf } from '../../../../src/contract/plain/statuses.ts'
import {
  type Account,
  type Attack,
  cardId,
  cardIds,
  inFull,
  inModest,
  inTurn,
  projectId,
  projects,
  type Request,
  send,
} from '../attack.ts'

const megabyte = 1024 * 1024
/** As large as a body may be, and each expensive in its own way. */
const junk = [
  `{"card_ids":${'['.repeat(megabyte - 100)}`,
  `{"card_ids":[${'1,'.repeat(megabyte / 2 - 100)}1]}`,
  `{"card_ids":["${'x'.repeat(megabyte - 100)}"],"project_id":null,"status_id":null}`,
  `{${'"__prot":{},'.repeat(megabyte / 12 - 10)}"a":1}`,
  `"${'\\u00e9'.repeat(megabyte / 6 - 10)}"`,
]

const anyOf = (count: number) => 1 + Math.floor(Math.random() * count)
const someOf = (count: number, most: number) => [
  ...new Set(Array.from({ length: most }, () => cardId(anyOf(count)))),
]

const inbox = { project_id: null, status_id: null }

/** All cards of an inbox, in one order and then in the other. */
export function order(account: Account, count: number, number: number): Request {
  const cards = cardIds(count)
  return send('PUT', '/api/cards/order', account, {
    ...inbox,
    card_ids: number % 2 === 0 ? cards.toReversed() : cards,
  })
}

/** Puts cards at the head of an inbox, and takes them away again. */
export function addsAtTheHead(account: Account): Request {
  const operations = Array.from({ length: 50 }, () => {
    const id = crypto.randomUUID()
    const added = { method: 'POST', path: '/api/inbox/cards', body: { text: 'x', position: 0 } }
    return [
      { ...added, idempotency_key: id },
      { method: 'DELETE', path: `/api/cards/${id}` },
    ]
  })
  return send('POST', '/api/batch', account, { operations: operations.flat() })
}

/** Each puts another card at the head of an inbox, so that all others have to make room. */
export const movesToTheHead = (account: Account, count: number): Request =>
  send('POST', '/api/batch', account, {
    operations: Array.from({ length: 100 }, () => {
      const card = cardId(anyOf(count))
      const body = { ...inbox, card_ids: [card], moved: [card] }
      return { method: 'PUT', path: '/api/cards/order', body }
    }),
  })

const deleteAndRestore = ({ project }: Account) => [
  { method: 'DELETE', path: `/api/projects/${project}` },
  { method: 'POST', path: `/api/bin/${project}/restore` },
]

/** Cards from everywhere go to one project after the other, so that there are always some in each. */
function gather(account: Account, count: number, number: number): Request {
  const project = projectId(number % projects)
  return send('PUT', '/api/cards/order', account, {
    project_id: project,
    status_id: statusIdOf(project, 0),
    card_ids: someOf(count, projects),
  })
}

export const writes: Attack[] = [
  { name: 'batches of adds at the head', request: ({ batched }) => addsAtTheHead(batched) },
  { name: 'batches of moves to the head', request: ({ batched }) => movesToTheHead(batched, inFull) },
  {
    name: 'batches of deleted and restored projects',
    request: ({ project }) =>
      send('POST', '/api/batch', project, {
        operations: Array.from({ length: 50 }, () => deleteAndRestore(project)).flat(),
      }),
  },
  {
    name: 'deleted and restored projects',
    request: ({ project }, number) => {
      const { method, path } = inTurn(deleteAndRestore(project), number)
      return { method, path, token: project.token }
    },
  },
  {
    name: 'orders',
    request: ({ ordered }, number) => {
      const request = order(ordered, inFull, number)
      return { ...request, body: request.body?.padEnd(megabyte - 1) }
    },
  },
  {
    name: 'orders of moved cards',
    request: ({ ordered }, number) => {
      const cards = cardIds(inFull)
      if (number % 2 === 0) cards.reverse()
      return send('PUT', '/api/cards/order', ordered, { ...inbox, card_ids: cards, moved: cards })
    },
  },
  {
    name: 'orders across projects',
    connections: 1,
    request: ({ columns }, number) => gather(columns, inFull, number),
  },
  {
    name: 'orders across projects with few cards',
    connections: 1,
    request: ({ fewer }, number) => gather(fewer, inModest, number),
  },
  {
    name: 'adds that do not fit',
    request: ({ stuffed }) => send('POST', '/api/inbox/cards', stuffed, { text: '🪴'.repeat(2000) }),
  },
  {
    name: 'junk',
    request: ({ inbox: { token } }, number) => ({
      method: 'PUT',
      path: '/api/cards/order',
      token,
      body: inTurn(junk, number),
    }),
  },
]
