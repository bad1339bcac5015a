import { readFileSync } from 'node:fs'
import { minutes, seconds } from '../common/clock.ts'
import type { Limits } from '../common/world.ts'

/** The resources that a job may use. Times are in milliseconds, memory in bytes. */
export interface Budget {
  /** CPU time. */
  time: number
  /** Total time, including waiting for a CPU, a database or a lock that others use. */
  patience: number
  /** On top of what the process had before its first job. */
  memory: number
  /** The limit of the JavaScript heap, in MiB. */
  heap: number
  /**
   * A job whose client has disconnected is not stopped before this time, because starting a new process takes
   * longer.
   */
  grace: number
  /** A process ends after being idle for this long. */
  idle: number
}

const megabytes = 1_000_000
/** The default limits of an account. */
const usual = { cards: 10_000, bytes: 8_000_000 }
/** The scale if there is no limit. */
const boundless = 16

/** If accounts may be larger than the default, jobs may use more. */
function scaleOf({ maxCards, maxText }: Pick<Limits, 'maxCards' | 'maxText'>): number {
  const times = (most: number, by: number) => (most === 0 ? boundless : most / by)
  return Math.max(1, times(maxCards, usual.cards), times(maxText, usual.bytes))
}

/** The full budget, for one job at a time, and the budget of all others. */
export function budgetsFor(limits: Pick<Limits, 'maxCards' | 'maxText'>): { full: Budget; part: Budget } {
  const scale = scaleOf(limits)
  const common = {
    time: 10 * seconds * scale,
    patience: 1 * minutes * scale,
    grace: 0.25 * seconds,
  }
  return {
    full: { ...common, memory: 192 * megabytes * scale, heap: 192 * scale, idle: 5 * minutes },
    part: { ...common, memory: 80 * megabytes, heap: 64, idle: 5 * seconds },
  }
}

/** The CPU time of a process in milliseconds, and its memory. Linux only. */
export function useOf(pid: number | undefined): { processor?: number; memory?: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The program's name comes first, and may contain anything.
    const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14)
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? []
    // Linux reports hundredths of seconds, whatever the kernel's tick rate.
    return { processor: (Number(user) + Number(system)) * 10, memory: Number(kilobytes ?? 0) * 1024 }
  } catch {
    return {}
  }
}
