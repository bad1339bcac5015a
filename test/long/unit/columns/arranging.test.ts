import { testArranging } from '../../../unit/columns/arranging.ts'

testArranging(4000)
