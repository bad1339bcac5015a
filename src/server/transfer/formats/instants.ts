import { isDay } from '../../../board/text/days.ts'
import type { Due } from '../../../board/text/marks.ts'
import { iso } from '../../common/clock.ts'

/** Longer than any moment that is written as ISO 8601. Bounds the time to read one. */
const longest = 40

/** In milliseconds. The offset may have no colon, and without one it is UTC. */
export function readInstant(text: string): number | null {
  const [, day, time, zone = ''] =
    (text.length <= longest &&
      /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?$/.exec(text)) ||
    []
  if (!day || !isDay(day)) return null
  const instant = Date.parse(`${day}T${time}${zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2') || 'Z'}`)
  return Number.isNaN(instant) ? null : instant
}

/** Its day and time in UTC. */
export function dueAt(instant: number | null): Due | null {
  if (instant === null) return null
  const [day = '', time = ''] = iso(instant).split('T')
  return isDay(day) ? { day, time: time.slice(0, 5) } : null
}

export const createdAt = (instant: number | null): { created_at?: string } =>
  instant === null || !dueAt(instant) ? {} : { created_at: iso(instant) }
