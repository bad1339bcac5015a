import { testAssertions } from './assertions.ts'

testAssertions(60)
