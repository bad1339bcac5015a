import { afterAll, test } from 'vitest'
import { cleanUp } from '../../support/processes/process.ts'
import { limitedFiles, runOutOfRoom } from './full.ts'

afterAll(cleanUp)

test('writes wait for better times when the size of its files is limited, and reads go on', () =>
  runOutOfRoom(limitedFiles()))
