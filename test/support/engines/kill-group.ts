import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** Kills a process that was started detached, with everything that it has started. */
export async function killGroup(leader: ChildProcess): Promise<void> {
  if (leader.exitCode !== null || leader.signalCode !== null || !leader.pid) return
  const ended = once(leader, 'exit')
  process.kill(-leader.pid, 'SIGKILL')
  await ended
}
