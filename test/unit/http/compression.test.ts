import { testCompression } from './compression.ts'

testCompression(15)
