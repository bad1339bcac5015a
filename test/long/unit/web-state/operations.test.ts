import { testOperations } from '../../../unit/web-state/operations.ts'

testOperations(1000)
