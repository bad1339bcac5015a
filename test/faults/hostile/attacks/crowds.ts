import { type Account, type Attack, get, inFull, inModest, inTurn, type Request } from '../attack.ts'
import { agentCall } from './agents.ts'
import { preview } from './files.ts'
import { search } from './reads.ts'
import { addsAtTheHead, movesToTheHead, order } from './writes.ts'

const read = (account: Account, number: number): Request =>
  get(
    inTurn(['/api/inbox/cards', search('é'), '/api/export', '/api/changes', '/api/changes?since=0'], number),
    account,
    { 'accept-encoding': inTurn(['gzip', 'identity'], number) },
  )

const write = (account: Account, count: number, number: number): Request =>
  inTurn(
    [() => order(account, count, number), () => addsAtTheHead(account), () => movesToTheHead(account, count)],
    number,
  )()

/** Two connections for each of twenty. */
const crowd = { connections: 40 }

export const crowds: Attack[] = [
  { name: 'reads of a modest account', request: ({ modest }, number) => read(inTurn(modest, 0), number) },
  {
    name: 'writes of a modest account',
    request: ({ modest }, number) => write(inTurn(modest, 0), inModest, number),
  },
  {
    ...crowd,
    name: 'reads of twenty modest accounts',
    request: ({ modest }, number, connection) => read(inTurn(modest, connection), number),
  },
  {
    ...crowd,
    name: 'writes of twenty modest accounts',
    request: ({ modest }, number, connection) => write(inTurn(modest, connection), inModest, number),
  },
  {
    ...crowd,
    name: 'reads of twenty full accounts',
    request: (targets, number, connection) => read(inTurn(targets.crowd, connection), number),
  },
  {
    ...crowd,
    name: 'writes of twenty full accounts',
    request: (targets, number, connection) => write(inTurn(targets.crowd, connection), inFull, number),
  },
  {
    ...crowd,
    name: 'files of twenty accounts',
    request: (targets, number, connection) => preview(inTurn(targets.crowd, connection), number + connection),
  },
  {
    ...crowd,
    name: 'agents of twenty accounts',
    request: (targets, number, connection) => agentCall(inTurn(targets.crowd, connection), number),
  },
]
