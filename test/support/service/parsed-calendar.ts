import ICAL from 'ical.js'
import nodeIcal, { type VEvent } from 'node-ical'
import { convertIcsCalendar, type IcsEvent } from 'ts-ics'

/** An event as a calendar program sees it. */
export interface ParsedEvent {
  uid: string
  title: string
  about: string
  url: string
  isAllDay: boolean
  /** Local time: `2026-11-20T15:30`, or a day alone. */
  start: string
  minutes: number | undefined
  hasAlarm: boolean
}

export type Parse = (text: string) => ParsedEvent[]

function withIcalJs(text: string): ParsedEvent[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const { uid, summary, description, startDate, duration } = new ICAL.Event(component)
    const isAllDay = startDate.isDate
    return {
      uid,
      title: summary ?? '',
      about: description ?? '',
      url: String(component.getFirstPropertyValue('url')),
      isAllDay,
      start: isAllDay ? startDate.toString() : startDate.toString().slice(0, 16),
      minutes: isAllDay ? undefined : duration.toSeconds() / 60,
      hasAlarm: component.getAllSubcomponents('valarm').length === 1,
    }
  })
}

/** It takes floating times for those of this machine. */
const localTime = (date: Date) =>
  `${new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)}`

function withNodeIcal(text: string): ParsedEvent[] {
  const events = Object.values(nodeIcal.sync.parseICS(text)).filter(
    (component) => component?.type === 'VEVENT',
  ) as VEvent[]
  return events.map(({ uid, summary, description, url, start, end, datetype, alarms }) => {
    const isAllDay = datetype === 'date'
    return {
      uid,
      title: String(summary ?? ''),
      about: String(description ?? ''),
      url: String(url),
      isAllDay,
      start: isAllDay ? localTime(start).slice(0, 10) : localTime(start),
      minutes: isAllDay || !end ? undefined : (end.getTime() - start.getTime()) / 60_000,
      hasAlarm: alarms?.length === 1,
    }
  })
}

function withTsIcs(text: string): ParsedEvent[] {
  const { events = [] } = convertIcsCalendar(undefined, text)
  return events.map(({ uid, summary, description, url, start, duration, alarms }: IcsEvent) => {
    const isAllDay = start.type === 'DATE'
    // It takes floating times for UTC.
    const time = start.date.toISOString()
    return {
      uid,
      title: summary,
      about: description ?? '',
      url: url ?? '',
      isAllDay,
      start: time.slice(0, isAllDay ? 10 : 16),
      minutes: duration?.minutes,
      hasAlarm: alarms?.length === 1,
    }
  })
}

/** Parsers of other people. */
export const parsers: Record<string, Parse> = {
  'ical.js': withIcalJs,
  'node-ical': withNodeIcal,
  'ts-ics': withTsIcs,
}
