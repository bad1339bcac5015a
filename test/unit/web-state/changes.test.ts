import { testChanges } from './changes.ts'

testChanges(150)
