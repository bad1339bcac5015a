import { invalid } from '../../common/problems.ts'
import { most, tooMuch } from '../plan.ts'

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
