import { testCsv } from './csv.ts'

testCsv(50)
