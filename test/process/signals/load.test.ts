import { afterAll, test } from 'vitest'
import { cleanUp } from '../../support/processes/process.ts'
import { endUnderLoad } from './load.ts'

afterAll(cleanUp)

test('SIGTERM under load cuts no answer short, forgets nothing that it has done, and lets whoever had got through have an answer', () =>
  endUnderLoad({ clients: 8, cards: 50, atTheDoor: 20 }))
