import { testFolding } from '../../../unit/search/folding.ts'

testFolding(0x10ffff)
