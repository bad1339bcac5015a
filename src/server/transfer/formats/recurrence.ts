import { addDays, type Day, weekdayOf } from '../../../contract/plain/marks/days.ts'
import type { Every } from '../../../contract/plain/marks/marks.ts'

/** A recurrence rule (RFC 5545), such as `RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO`. */
export type Rule = ReadonlyMap<string, string>

/** Longer than any rule of a program. Anything beyond is not read. */
const longest = 500

export function readRule(text: string): Rule {
  const parts =
    text.length > longest
      ? []
      : text
          .replace(/^RRULE:/i, '')
          .toUpperCase()
          .split(';')
  return new Map(
    parts.flatMap((part): [string, string][] => {
      const [name = '', value = ''] = part.split('=', 2)
      return name && value ? [[name.trim(), value.trim()]] : []
    }),
  )
}

const units: Record<string, Every['unit']> = {
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
}
const weekdays = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA']
/** After which month ends can move a date. */
const lastOfEveryMonth = 28

/** The interval of a rule that says no more than that, and the day that is its first. Null for any other rule. */
export function repetitionOf(rule: Rule, due: Day | null, today: Day): { every: Every; day: Day } | null {
  const every = intervalOf(rule)
  if (!every) return null
  const { FREQ, INTERVAL, WKST, BYDAY, BYMONTH, BYMONTHDAY, ...others } = Object.fromEntries(rule)
  if (Object.keys(others).length > 0) return null
  const day = due ?? (BYDAY ? nextDayOf(BYDAY, today) : today)
  if (day === null) return null
  const [month, date] = [Number(day.slice(5, 7)), Number(day.slice(8))]
  const isOnItsDay =
    (!BYDAY || (every.unit === 'week' && weekdays[weekdayOf(day)] === BYDAY)) &&
    (!BYMONTH || (every.unit === 'year' && Number(BYMONTH) === month)) &&
    (!BYMONTHDAY ||
      (/^(?:month|year)$/.test(every.unit) && Number(BYMONTHDAY) === date && date <= lastOfEveryMonth))
  return isOnItsDay ? { every, day } : null
}

function intervalOf(rule: Rule): Every | null {
  const unit = units[rule.get('FREQ') ?? '']
  const count = rule.get('INTERVAL') ?? '1'
  return unit && /^[1-9]\d{0,2}$/.test(count) ? { count: Number(count), unit } : null
}

function nextDayOf(name: string, today: Day): Day | null {
  const weekday = weekdays.indexOf(name)
  return weekday === -1 ? null : addDays(today, (weekday - weekdayOf(today) + 7) % 7)
}

const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const places: Record<string, string> = {
  1: 'first ',
  2: 'second ',
  3: 'third ',
  4: 'fourth ',
  5: 'fifth ',
  '-1': 'last ',
}

/** In words, as far as there are any: `every 2 weeks on Monday, Wednesday`. */
export function describeRule(rule: Rule, text: string): string {
  const every = intervalOf(rule)
  if (!every) return text
  const {
    FREQ,
    INTERVAL,
    WKST,
    BYDAY = '',
    BYMONTHDAY = '',
    UNTIL = '',
    COUNT = '',
    ...others
  } = Object.fromEntries(rule)
  const days = BYDAY.split(',').map((day) => {
    const [, place = '', name = ''] = /^([+-]?\d*)([A-Z]{2})$/.exec(day) ?? []
    const weekday = names[weekdays.indexOf(name)]
    return weekday ? `${places[Number(place)] ?? place}${weekday}` : day
  })
  return [
    every.count === 1 ? `every ${every.unit}` : `every ${every.count} ${every.unit}s`,
    ...(BYDAY ? [`on ${days.join(', ')}`] : []),
    ...(BYMONTHDAY ? [BYMONTHDAY === '-1' ? 'on the last day' : `on day ${BYMONTHDAY}`] : []),
    ...(UNTIL ? [`until ${UNTIL.replace(/^(\d{4})(\d\d)(\d\d).*$/, '$1-$2-$3')}`] : []),
    ...(COUNT ? [`(${COUNT} times)`] : []),
    ...Object.entries(others).map(([name, value]) => `${name}=${value}`),
  ].join(' ')
}
