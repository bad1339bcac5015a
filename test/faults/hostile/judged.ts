import type { Times } from './neighbour.ts'

/** In milliseconds. A median below this is never too long, nor one within this multiple of the quiet one. */
const median = { fine: 25, times: 10 }
/** In milliseconds, and of all calls. */
const soon = { within: 500, share: 0.99 }

const kinds = ['read', 'create'] as const
type Kind = (typeof kinds)[number]

const at = (times: number[], share: number): number =>
  times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * share))] ??
  Number.POSITIVE_INFINITY

export const medianOf = (times: Times, kind: Kind): number => at(times[kind], 0.5)
export const longestOf = (times: Times): number => Math.max(...times.read, ...times.create)

/** The effects of an attack on the neighbour. */
export function noticed(times: Times, quiet: Times): string[] {
  return kinds.flatMap((kind) => {
    const [now, before] = [medianOf(times, kind), medianOf(quiet, kind)]
    const late = times[kind].filter((time) => time > soon.within).length
    return [
      ...(now > Math.max(median.fine, median.times * before)
        ? [`the median of a ${kind} is ${now.toFixed(1)} ms, and ${before.toFixed(1)} ms when it is quiet`]
        : []),
      ...(late > times[kind].length * (1 - soon.share)
        ? [`${late} of ${times[kind].length} ${kind}s take more than ${soon.within} ms`]
        : []),
    ]
  })
}

export const told = (times: Times): string =>
  [...kinds, 'delete' as const]
    .map((kind) => {
      const [half, most, longest] = [0.5, 0.99, 1].map((share) => at(times[kind], share).toFixed(1))
      return `${kind} ${half} p99 ${most} max ${longest} (${times[kind].length})`
    })
    .join(', ')
