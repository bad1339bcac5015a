import { test } from 'vitest'
import { followInReplicas } from './replicas.ts'

test('the changes lead every replica, from any state, to exactly the account', () => followInReplicas(30))
