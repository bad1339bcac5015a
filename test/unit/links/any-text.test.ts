import { testAnyText } from './any-text.ts'

testAnyText(200)
