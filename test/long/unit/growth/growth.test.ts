import { testGrowth } from '../../../unit/growth/growth.ts'

testGrowth(256 * 1024)
