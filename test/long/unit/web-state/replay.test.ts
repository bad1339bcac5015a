import { testReplay } from '../../../unit/web-state/replay.ts'

testReplay(1000)
