import { testCompression } from '../../../unit/http/compression.ts'

testCompression(500)
