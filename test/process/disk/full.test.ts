import { afterAll, test } from 'vitest'
import { cleanUp } from '../../support/processes/process.ts'
import { limitedFiles, runOutOfRoom } from './full.ts'

afterAll(cleanUp)

test('writes fail for a while when the size of its files is limited, and reads continue', () =>
  runOutOfRoom(limitedFiles()))
