import { testCsv } from '../../../unit/import-formats/csv.ts'

testCsv(2000)
