import { readFileSync } from 'node:fs'

/** The worker processes of the server in this process. */
export function workersOf(pid = process.pid): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return children
    .split(' ')
    .map(Number)
    .filter((child) => child > 0 && isWorker(child))
}

function isWorker(pid: number): boolean {
  try {
    return /inboard\.(?:ts|js)\0work\0$/.test(readFileSync(`/proc/${pid}/cmdline`, 'latin1'))
  } catch {
    return false
  }
}
