import { describe, expect, test } from 'vitest'
import { readMarks } from '../../../src/board/text/marks.ts'
import { ticked, tickIn } from '../../../src/web/model/text-changes.ts'

const seen = 'Trip\n- [ ] Pack\n- [x] Tickets\n- [ ] Pack'
const [pack, tickets, packAgain] = readMarks(seen).steps
if (!pack || !tickets || !packAgain) throw new Error('there are no steps')

describe('a step is ticked', () => {
  test('where it was seen, as long as the text is the same', () => {
    expect(ticked(seen, { seen, step: packAgain, done: true })).toBe(
      'Trip\n- [ ] Pack\n- [x] Tickets\n- [x] Pack',
    )
  })

  test('on its line in a text that has changed, if it is there once', () => {
    const tick = { seen, step: tickets, done: false }
    expect(ticked('A trip\n- [ ] Hat\n- [x] Tickets', tick)).toBe('A trip\n- [ ] Hat\n- [ ] Tickets')
    expect(ticked('A trip\n- [ ] Tickets', tick)).toBe('A trip\n- [ ] Tickets')
    expect(ticked('A trip\n- [x] Train tickets', tick)).toBe(undefined)
    expect(ticked('- [ ] Pack\n- [ ] Pack', { seen, step: pack, done: true })).toBe(undefined)
  })
})

test('an edit is a tick if it changes nothing but one box', () => {
  const edit = (text: string) => tickIn({ before: seen, text })
  expect(edit(seen.replace('[x]', '[ ]'))).toEqual({ seen, step: tickets, done: false })
  expect(edit(seen.replace('[ ]', '[X]'))).toEqual({ seen, step: pack, done: true })
  expect(edit(seen)).toBe(undefined)
  expect(edit(seen.replaceAll('[ ]', '[x]'))).toBe(undefined)
  expect(edit(seen.replace('[x]', '[y]'))).toBe(undefined)
  expect(edit(seen.replace('[x] T', '[ ] t'))).toBe(undefined)
  expect(edit(`${seen}.`)).toBe(undefined)
})
