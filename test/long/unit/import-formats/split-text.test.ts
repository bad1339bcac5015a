import { testSplitText } from '../../../unit/import-formats/split-text.ts'

testSplitText(200)
