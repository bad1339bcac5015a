import { worstTexts } from '../../../support/worst-inputs/texts.ts'
import { type Account, type Attack, inTurn, type Request } from '../attack.ts'

/** The most that fits into a call. */
const most = 900_000
/** Slashes first: names are taken apart at them. */
const names = Object.entries(worstTexts)
  .sort(([one], [other]) => Number(other.startsWith('slashes')) - Number(one.startsWith('slashes')))
  .map(([, make]) => make)

const hundred = <T>(make: (index: number) => T): T[] => Array.from({ length: 100 }, (_, index) => make(index))

/**
 * Each takes a worst text, of as many characters as it asks for: one long name, or as many different ones as
 * there may be.
 */
const calls: ((text: (size: number) => string) => [tool: string, given: object])[] = [
  (text) => ['find', { words: 'a', in: text(most) }],
  (text) => ['find', { words: text(2000) }],
  (text) => ['read', { items: [text(most)] }],
  (text) => ['read', { items: hundred((index) => `${text(most / 100)}${index}`) }],
  (text) => ['add', { cards: [{ text: 'a', to: text(most) }] }],
  (text) => ['add', { cards: hundred((index) => ({ text: 'a', to: `${index}${text(most / 100)}` })) }],
  (text) => ['complete', { cards: hundred((index) => `${text(most / 100)}${index}`) }],
  (text) => [
    'move',
    {
      moves: hundred((move) => ({ cards: hundred((card) => `${text(50)}${move} ${card}`), to: text(2000) })),
    },
  ],
  () => ['read', { items: hundred((index) => (index % 2 ? 'inbox' : 'bin')), limit: 500 }],
  () => ['overview', {}],
]

export function agentCall({ token }: Account, number: number): Request {
  const text = inTurn(names, Math.floor(number / calls.length))
  const [name, given] = inTurn(calls, number)(text)
  return {
    method: 'POST',
    path: '/mcp',
    token,
    headers: { accept: 'application/json, text/event-stream' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: given },
    }),
  }
}

export const agents: Attack[] = [
  { name: 'agents of an empty account', request: ({ agent }, number) => agentCall(agent, number) },
  { name: 'agents of a full account', request: ({ inbox }, number) => agentCall(inbox, number) },
]
