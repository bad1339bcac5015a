import { testAssertions } from '../../../unit/passkeys/assertions.ts'

testAssertions(500)
