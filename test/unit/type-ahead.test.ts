import { expect, test } from 'vitest'
import { typeAhead } from '../../src/web/dialogs/type-ahead.ts'

const names = ['Complete', 'Edit', 'Move to…', 'Move to Doing', 'Move up', 'Move down', 'Delete']

/** Where each of these letters leads, pressed at these times. */
function paths(letters: string, times: number[], from = -1): (string | undefined)[] {
  const { find } = typeAhead()
  let at = from
  return Array.from(letters, (letter, index) => {
    const found = find(letter, times[index] ?? 0, names, at)
    at = found === -1 ? at : found
    return names[at]
  })
}

test('letters that follow each other quickly are one word', () => {
  expect(paths('move d', [0, 600, 1200, 1300, 1400, 1500])).toEqual([
    ...Array.from({ length: 5 }, () => 'Move to…'),
    'Move down',
  ])
})

test('after a pause, a letter begins another', () => {
  expect(paths('mD', [0, 701])).toEqual(['Move to…', 'Delete'])
  expect(paths('md', [0, 699])).toEqual(['Move to…', 'Move to…'])
})

test('the same letter goes round', () => {
  expect(paths('mmmmm', [0, 100, 200, 300, 400])).toEqual([
    'Move to…',
    'Move to Doing',
    'Move up',
    'Move down',
    'Move to…',
  ])
  expect(paths('mm', [0, 5000])).toEqual(['Move to…', 'Move to Doing'])
})

test('what no item begins with leads nowhere', () => {
  expect(paths('x', [0])).toEqual([undefined])
  expect(typeAhead().find('c', 0, [], -1)).toBe(-1)
})
