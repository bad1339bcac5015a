import type { Answer, SignedIn, TestInboard } from '../../support/service/inboard.ts'
import { type ParsedEvent, parsers } from '../../support/service/parsed-calendar.ts'
import { inboard } from '../../support/service/shared.ts'

/** Creates a calendar of a person, and returns its path. */
export async function newCalendar({ client }: SignedIn): Promise<string> {
  const { token } = await client.makeApiToken({ label: 'Calendar', scope: 'calendar' })
  return `/calendar/${token}.ics`
}

export const get = (path: string, headers: Record<string, string> = {}, at: TestInboard = inboard) =>
  at.request('GET', path, { headers })

export const eventsIn = ({ text }: Pick<Answer, 'text'>): ParsedEvent[] => parsers['ical.js']?.(text) ?? []
