import { test } from 'vitest'
import { followInReplicas } from './replicas.ts'

test('what has changed leads every replica, from whatever state, to exactly the account', () =>
  followInReplicas(30))
