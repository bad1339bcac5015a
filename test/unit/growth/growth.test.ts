import { testGrowth } from './growth.ts'

testGrowth(16 * 1024)
