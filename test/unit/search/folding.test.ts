import { testFolding } from './folding.ts'

testFolding(0x1ffff)
