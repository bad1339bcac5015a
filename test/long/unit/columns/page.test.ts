import { testPage } from '../../../unit/columns/page.ts'

testPage(2000)
