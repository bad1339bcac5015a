import { readFileSync } from 'node:fs'
import { minutes, seconds } from '../clock.ts'
import type { Limits } from '../world.ts'

/** What a job may use. Times are in milliseconds, memory in bytes. */
export interface Budget {
  /** Of the processor. */
  time: number
  /** For a processor, a database or a lock that others use. */
  patience: number
  /** More than the process had before its first job. */
  memory: number
  /** Of JavaScript in it, in MiB. */
  heap: number
  /** A job that nobody waits for is not stopped before: to start a new process takes longer. */
  grace: number
  /** After so long with nothing to do, a process ends. */
  idle: number
}

const megabytes = 1_000_000
/** What an account may have by default. */
const usual = { cards: 10_000, bytes: 8_000_000 }
/** Where there is no limit. */
const boundless = 16

/** Where accounts may have more than is usual, so may their jobs. */
function scaleOf({ maxCards, maxText }: Pick<Limits, 'maxCards' | 'maxText'>): number {
  const times = (most: number, by: number) => (most === 0 ? boundless : most / by)
  return Math.max(1, times(maxCards, usual.cards), times(maxText, usual.bytes))
}

/** The full budget, which one job at a time may use, and that of all others. */
export function budgetsFor(limits: Pick<Limits, 'maxCards' | 'maxText'>): { full: Budget; part: Budget } {
  const scale = scaleOf(limits)
  const common = {
    time: 10 * seconds * scale,
    patience: 1 * minutes * scale,
    grace: 0.25 * seconds,
    idle: 5 * minutes,
  }
  return {
    full: { ...common, memory: 192 * megabytes * scale, heap: 192 * scale },
    part: { ...common, memory: 80 * megabytes, heap: 64 },
  }
}

/** What a process has used of the processor, in milliseconds, and the memory that it has. Only Linux tells. */
export function useOf(pid: number | undefined): { processor?: number; memory?: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name of the program comes first, and may contain anything.
    const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14)
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? []
    // Linux counts hundredths of seconds, whatever its kernel does.
    return { processor: (Number(user) + Number(system)) * 10, memory: Number(kilobytes ?? 0) * 1024 }
  } catch {
    return {}
  }
}
