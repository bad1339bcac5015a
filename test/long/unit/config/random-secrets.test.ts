import { testRandomSecrets } from '../../../unit/config/random-secrets.ts'

testRandomSecrets(1000)
