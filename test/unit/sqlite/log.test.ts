import { afterEach, beforeEach } from 'vitest'
import { testLog } from './log.ts'
import { closeNotes, openNotes } from './notes.ts'

beforeEach(openNotes)
afterEach(closeNotes)
testLog({ written: 280, longest: 275 })
