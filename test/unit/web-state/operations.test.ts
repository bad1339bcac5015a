import { testOperations } from './operations.ts'

testOperations(150)
