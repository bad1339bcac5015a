import { tryQuickly } from './quickly.ts'

// Those in which PostgreSQL fails, or is failed, in a way of its own. What the others do to it, test/api and
// process/postgres-copies do as well.
tryQuickly('postgres', ['kill', 'neighbours', 'crowd'])
