import { afterAll, test } from 'vitest'
import { cleanUp } from '../../support/processes/process.ts'
import { endAtTheDoor, endUnderLoad } from './load.ts'

afterAll(cleanUp)

test('SIGTERM under load cuts no answer short and forgets nothing that it has done', () =>
  endUnderLoad({ clients: 8, cards: 100 }))

test('SIGTERM lets whoever had got through have an answer, however little of them was taken yet', () =>
  endAtTheDoor(20))
