import { tryQuickly } from './quickly.ts'

// Only the scenarios in which PostgreSQL plays a part of its own. What the others would find on it, test/api and
// test/process find too.
tryQuickly('postgres', ['kill', 'converge', 'neighbours', 'crowd'])
