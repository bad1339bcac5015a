import { testSplitText } from './split-text.ts'

testSplitText(15)
