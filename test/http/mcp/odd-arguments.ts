import { expect } from 'vitest'
import { calling, sendTo } from './messages.ts'

const odd: unknown[] = [
  null,
  0,
  'x',
  [],
  [null],
  { length: 1 },
  { toString: 'x' },
  true,
  '\u0000',
  '\ud800',
  '../..',
  '%00',
  "' or 1=1",
]
const names = ['overview', 'find', 'read', 'add', 'edit', 'move', 'complete', 'delete', 'search', 'fetch']
const members = [
  'cards',
  'projects',
  'items',
  'moves',
  'words',
  'to',
  'key',
  'limit',
  '__proto__',
  'constructor',
]

/** Calls each tool with one in `every` of the odd arguments, in turn: all are refused in words, or do no harm. */
export async function expectWords(url: string, token: string, every = 1): Promise<void> {
  for (const [turn, name] of names.entries())
    for (const value of odd.filter((_, index) => (index + turn) % every === 0)) {
      const given = Object.fromEntries(members.map((member) => [member, value]))
      const all: unknown[] = [given, value, { cards: [value], items: [value], words: value }]
      const calls = all.map((one) => sendTo(url, token, calling(name, one as object)))
      for (const answer of await Promise.all(calls)) {
        const text = await answer.text()
        expect([name, value, answer.status, text]).toEqual([
          name,
          value,
          expect.toBeOneOf([200, 400]),
          expect.not.stringContaining('Something went wrong'),
        ])
      }
    }
}
