import { readFileSync } from 'node:fs'
import type { ServerProcess } from '../../support/processes/process.ts'

/** In milliseconds. The figure that counts shared pages only once takes longer to read. */
const every = { resident: 50, proportional: 250 }

/**
 * In megabytes, of the server and its workers: the sum of what each has, and with each page that they share
 * counted once.
 */
interface Memory {
  resident: number
  /** The parts of the sum: the server, then its workers. */
  parts: number[]
  proportional: number
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    // It has ended meanwhile.
    return ''
  }
}

function treeOf(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).map(Number)
  return [pid, ...children.flatMap(treeOf)]
}

const partsOf = (pid: number, file: string, line: RegExp) =>
  treeOf(pid).map((one) =>
    Math.round((Number(line.exec(read(`/proc/${one}/${file}`))?.[1] ?? 0) * 1024) / 1_000_000),
  )

const sum = (parts: number[]) => parts.reduce((all, part) => all + part, 0)

const nothing: Memory = { resident: 0, parts: [], proportional: 0 }

/** Watches how much memory a server takes with all its processes. */
export function watchMemory({ child: { pid = 0 } }: ServerProcess) {
  let peak = nothing
  const timers = [
    setInterval(() => {
      const parts = partsOf(pid, 'status', /^VmRSS:\s+(\d+)/m)
      const resident = sum(parts)
      if (resident > peak.resident) peak = { ...peak, resident, parts }
    }, every.resident),
    setInterval(() => {
      const proportional = sum(partsOf(pid, 'smaps_rollup', /^Pss:\s+(\d+)/m))
      if (proportional > peak.proportional) peak = { ...peak, proportional }
    }, every.proportional),
  ]
  return {
    /** The peaks since this was last called. */
    take(): Memory {
      const taken = peak
      peak = nothing
      return taken
    },
    stop() {
      for (const timer of timers) clearInterval(timer)
    },
  }
}
