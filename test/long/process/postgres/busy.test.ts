import { describe } from 'vitest'
import { expectImpatience } from '../../../process/postgres/busy.ts'

describe('a database that is too busy behind a pooler', () =>
  expectImpatience('busy_pooler', { prepare: 'off' }))
