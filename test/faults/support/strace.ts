import { spawnSync } from 'node:child_process'

/** In a container it needs the capability SYS_PTRACE besides. */
export const hasStrace = () => spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0

/** What follows is of no use without it. */
export function insistOnStrace(purpose: string): void {
  if (hasStrace()) return
  throw new Error(
    `${purpose} needs strace, which is not installed here or not allowed (in a container: add the capability SYS_PTRACE).`,
  )
}
