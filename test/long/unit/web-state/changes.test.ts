import { testChanges } from '../../../unit/web-state/changes.ts'

testChanges(1000)
