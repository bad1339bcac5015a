import { afterEach, beforeEach } from 'vitest'
import { testLog } from './log.ts'
import { closeNotes, openNotes } from './notes.ts'

beforeEach(openNotes)
afterEach(closeNotes)
testLog({ written: 150, longest: 145 })
