import { testAnyText } from '../../../unit/links/any-text.ts'

testAnyText(5000)
