import { iso } from '../../common/clock.ts'
import { LeftOut } from '../left-out.ts'
import type { Plan, PlannedCard } from '../plan.ts'
import type { JsonValue } from './json-value.ts'

/** Reads a document from `GET /api/export` of any Inboard server. */
export function planInboard(document: JsonValue): Plan {
  if (!document.get('format').is('inboard')) {
    document.get('format').text()
    document.get('format').refuse('must be "inboard"')
  }
  if (!document.get('version').is(1)) {
    document.get('version').number()
    document.get('version').refuse('must be 1: this export comes from another version of Inboard')
  }
  return {
    projects: document
      .get('projects')
      .list()
      .map((project) => ({
        title: filled(project.get('title')),
        at: project.get('title').path,
        ...createdAt(project),
        lists: project
          .get('statuses')
          .list()
          .map((status) => ({
            name: status.get('name').text(),
            cards: status.get('cards').list().map(cardOf),
          })),
      })),
    inbox: document.get('inbox').list().map(cardOf),
    leftOut: new LeftOut(),
  }
}

function cardOf(card: JsonValue): PlannedCard {
  const text = card.get('text')
  const complete = card.get('complete')
  return {
    text: filled(text),
    complete: complete.isThere && complete.flag(),
    ...createdAt(card),
    at: text.path,
  }
}

function filled(member: JsonValue): string {
  const text = member.text()
  return text.trim() ? text : member.refuse('must not be empty')
}

function createdAt(thing: JsonValue): { created_at?: string } {
  const member = thing.get('created_at')
  if (!member.isThere) return {}
  const text = member.text()
  return isTime(text)
    ? { created_at: text }
    : member.refuse('must be a time in UTC, as ISO 8601 with milliseconds')
}

const isTime = (text: string) => {
  if (text.length !== iso(0).length) return false
  const time = Date.parse(text)
  return !Number.isNaN(time) && iso(time) === text
}
