import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Ends a process that was started detached, and all that it has started, at once. */
export async function killGroup(leader: ChildProcess): Promise<void> {
  if (leader.exitCode !== null || leader.signalCode !== null || !leader.pid) return
  const ended = once(leader, 'exit')
  process.kill(-leader.pid, 'SIGKILL')
  await ended
}
