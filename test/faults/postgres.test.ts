import { tryQuickly } from './quickly.ts'

// Those in which the database has a part. What strangers send meets the same program before it.
tryQuickly('postgres', ['kill', 'races', 'order', 'isolation', 'neighbours', 'time', 'crowd'])
