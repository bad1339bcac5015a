import { testPage } from './page.ts'

testPage(150)
