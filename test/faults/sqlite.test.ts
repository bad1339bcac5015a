import { tryQuickly } from './quickly.ts'

tryQuickly('sqlite')
