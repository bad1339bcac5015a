import { testArranging } from './arranging.ts'

testArranging(300)
