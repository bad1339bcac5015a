import { testGrowth } from '../../../unit/growth/growth.ts'

testGrowth(1024 * 1024)
