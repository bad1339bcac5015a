import { test } from 'vitest'
import { workTogether } from './one-board.ts'

// Workers have a low priority: beside a busy machine it takes minutes.
test(
  'two agents and a person on one board: no move is undone, no text is lost, no card is there twice',
  { timeout: 300_000 },
  () => workTogether(200),
)
