import { test } from 'vitest'
import { workTogether } from './one-board.ts'

test('two agents and a person on one board: no move is undone, no text is lost, no card is there twice', () =>
  workTogether(200))
