import { beforeEachStatement } from '../../support/databases/each-statement.ts'

// Loaded before the server by `node --import`: kills the process right before its n-th SQL statement.

let left = Number(process.env.DIE_AT_STATEMENT)

beforeEachStatement(() => {
  if (--left === 0) process.kill(process.pid, 'SIGKILL')
})
