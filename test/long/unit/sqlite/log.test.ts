import { afterEach, beforeEach } from 'vitest'
import { testLog } from '../../../unit/sqlite/log.ts'
import { closeNotes, openNotes } from '../../../unit/sqlite/notes.ts'

beforeEach(openNotes)
afterEach(closeNotes)
testLog({ written: 400, longest: 300 })
