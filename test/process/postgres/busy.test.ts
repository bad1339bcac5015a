import { describe } from 'vitest'
import { expectImpatience } from './busy.ts'

// The same behind a pooler is among the long tests.
describe('a database that is too busy', () => expectImpatience('busy'))
