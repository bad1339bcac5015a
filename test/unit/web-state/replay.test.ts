import { testReplay } from './replay.ts'

testReplay(100)
