import { type Attack, cardId, get, inFull, inTurn, type Request, send } from '../attack.ts'
import { agentCall } from './agents.ts'
import { preview } from './files.ts'
import { search } from './reads.ts'
import { order } from './writes.ts'

const hangingUp = (name: string, request: Attack['request']): Attack => ({
  name,
  manner: 'hangs up',
  request,
})

export const connections: Attack[] = [
  {
    name: 'unread streams',
    manner: 'never reads',
    request: ({ ordered }) => get('/api/events?since=0', ordered),
  },
  { name: 'unread lists', manner: 'never reads', request: ({ inbox }) => get('/api/inbox/cards', inbox) },
  {
    name: 'unread pipelined snapshots',
    manner: 'never reads',
    pipelined: 100,
    request: ({ inbox }) => get('/api/changes', inbox),
  },
  { name: 'pipelined lists', pipelined: 100, request: ({ inbox }) => get('/api/inbox/cards', inbox) },
  {
    name: 'pipelined reads',
    pipelined: 100,
    request: ({ inbox }, number) => get(`/api/cards/${cardId(1 + (number % inFull))}`, inbox),
  },
  {
    name: 'bodies without their end',
    manner: 'keeps the end',
    request: ({ capture }, number): Request =>
      send('POST', '/api/inbox/cards', capture, { text: inTurn(['x', 'x'.repeat(100_000)], number) }),
  },
  hangingUp('hanging up on searches', ({ inbox }, number) =>
    get(search(inTurn(['nothing at all', 'é'], number)), inbox),
  ),
  hangingUp('hanging up on exports', ({ inbox }) => get('/api/export', inbox)),
  hangingUp('hanging up on orders', ({ ordered }, number) => order(ordered, inFull, number)),
  hangingUp('hanging up on files', ({ importer }, number) => preview(importer, number)),
  hangingUp('hanging up on agents', ({ inbox }, number) => agentCall(inbox, number)),
]
