import { iso } from '../../common/clock.ts'
import { invalid } from '../../common/problems.ts'
import { LeftOut, most, type Plan, type PlannedCard, tooMuch } from '../plan.ts'

/** A value in a JSON document that knows its path, so that errors can name it. */
export class JsonValue {
  readonly #value: unknown
  readonly path: string
  constructor(value: unknown, path = '') {
    this.#value = value
    this.path = path
  }

  get isThere(): boolean {
    return this.#value !== undefined
  }

  /** A member of an object. */
  get(name: string): JsonValue {
    const members = this.#as<Record<string, unknown>>('an object', isObject)
    const value = Object.hasOwn(members, name) ? members[name] : undefined
    return new JsonValue(value, this.path ? `${this.path}.${name}` : name)
  }

  list(): JsonValue[] {
    const items = this.#as<unknown[]>('a list', Array.isArray)
    if (items.length > most.entries) throw tooMuch(this.path, `has more than ${most.entries} members`)
    return items.map((item, index) => new JsonValue(item, `${this.path}.${index}`))
  }

  text(): string {
    return this.#as<string>('text', (value) => typeof value === 'string')
  }

  flag(): boolean {
    return this.#as<boolean>('true or false', (value) => typeof value === 'boolean')
  }

  number(): number {
    return this.#as<number>('a number', (value) => typeof value === 'number')
  }

  is(value: unknown): boolean {
    return this.#value === value
  }

  /** A member, if there are any: for what is only counted, so a file is not refused because of it. */
  peek(name: string): JsonValue {
    return isObject(this.#value) ? this.get(name) : new JsonValue(undefined)
  }

  /** How many items a list has, or the number itself; 0 for everything else. */
  get amount(): number {
    if (Array.isArray(this.#value)) return this.#value.length
    const number = typeof this.#value === 'number' ? Math.trunc(this.#value) : 0
    return Math.min(Math.max(number, 0), most.entries)
  }

  /** Reads the value, or returns `other` if it is missing or null. */
  or<Other, Result>(other: Other, read: (value: JsonValue) => Result): Other | Result {
    return this.#value === undefined || this.#value === null ? other : read(this)
  }

  /** The text of a member, which may be missing. */
  said(name: string): string {
    return this.get(name).or('', (value) => value.text())
  }

  refuse(message: string): never {
    throw invalid(this.path, message)
  }

  #as<Kind>(kind: string, isKind: (value: unknown) => boolean): Kind {
    if (!this.isThere) this.refuse('is required')
    if (!isKind(this.#value)) this.refuse(`must be ${kind}`)
    return this.#value as Kind
  }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Reads a document from `GET /api/export` of any Inboard server. */
export function planInboard(document: JsonValue): Plan {
  const [format, version] = [document.get('format'), document.get('version')]
  if (format.text() !== 'inboard') format.refuse('must be "inboard"')
  if (version.number() !== 1) version.refuse('must be 1: this export comes from another version of Inboard')
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
