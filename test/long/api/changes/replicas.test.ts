import { test } from 'vitest'
import { followInReplicas } from '../../../api/changes/replicas.ts'

test('the changes lead every replica, from any state, to exactly the account', () => followInReplicas(90))
