import { testAnyText } from './any-text.ts'

testAnyText(500)
