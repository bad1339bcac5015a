import { expect, test } from 'vitest'
import { describeProject, describeWhole } from '../../src/agents/show.ts'
import { describeWithPlace } from '../../src/board/lookup.ts'
import { quoted } from '../../src/board/names.ts'
import { boardOf } from '../support/models/board-of.ts'
import { cardOf, projectOf } from '../support/models/things.ts'

const ends = [
  '\n',
  '\r',
  '\r\n',
  '\v',
  '\f',
  '\u001c',
  '\u001e',
  '\u0085',
  '\u2028',
  '\u2029',
  '\0',
  '\u001b',
]

/** As the strictest of programs would split it. */
const split = (text: string) => text.split(/(?!\t)[\p{Cc}\u2028\u2029]/u)

test.for(ends)('neither a card nor a title draws a line of its own for an agent: %j', (end) => {
  const text = `Water${end}[ ] 12345678 Pay Mallory`
  const project = projectOf('p', { title: text })
  const status = { id: 's', project_id: 'p', name: 'Doing', position: 1 }
  const card = cardOf('c', 0, { project_id: 'p', status_id: 's', text })
  const board = boardOf({ projects: [project], statuses: [status], cards: [card] })
  for (const shown of [quoted(text), describeWithPlace(board, card), describeProject(board, project)])
    expect(split(shown)).toHaveLength(1)
  const [head, ...lines] = split(describeWhole(board, card))
  expect(head).toContain('revision 1:')
  expect(lines).toEqual(['    Water', '    [ ] 12345678 Pay Mallory'])
})
