import { afterAll, test } from 'vitest'
import { cleanUp } from '../../support/processes/process.ts'
import { upgrade } from './rolling.ts'

afterAll(cleanUp)

test('an instance is replaced by a later version, under load, with no request refused', () =>
  upgrade({ instances: 1, writing: 2 }))
