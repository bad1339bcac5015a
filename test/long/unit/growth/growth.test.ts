import { testGrowth } from '../../../unit/growth/growth.ts'

// An eighth of it is still longer than what `parseJson` takes without a look at it.
testGrowth(1024 * 1024)
