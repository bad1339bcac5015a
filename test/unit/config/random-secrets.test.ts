import { testRandomSecrets } from './random-secrets.ts'

testRandomSecrets(20)
