import { parse } from 'secure-json-parse'
import { fail, invalid } from './problems.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** How much a text may contain, so that parsing it takes no longer than its length suggests. */
export interface Intricacy {
  values: number
  /** Lists and objects. Those of which each has names of its own take more than anything else: 200 bytes, and 2 µs. */
  containers?: number
  deep: number
}

/** The text of a JSON document, which is in UTF-8 (RFC 8259 §8.1). */
export function decodeJson(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw fail('malformed_json')
  }
}

/** Throws if it is no JSON, and before it is parsed if that would take long. `__proto__` is refused as a name. */
export function parseJson(text: string, most: Intricacy, refusal = tooIntricate): unknown {
  if (isIntricate(text, most)) throw refusal()
  try {
    return parse(text, null, { protoAction: 'error', constructorAction: 'ignore' })
  } catch (error) {
    const { message } = error as Error
    if (!message.includes('JSON')) throw fail('malformed_json')
    // V8 says where, but not of a short text.
    const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message) ?? []
    const where = line ? `: see line ${line}, column ${column}` : ''
    throw fail('malformed_json', { detail: `The body is not valid JSON${where}.` })
  }
}

const tooIntricate = () => invalid('', 'must not have so many values, or so many within each other')

/** Less than this is parsed in a few milliseconds, whatever it is. */
const short = 64 * 1024

const [quote, backslash, comma, colon] = [...'"\\,:'].map((character) => character.charCodeAt(0))
const [array, object, endOfArray, endOfObject] = [...'[{]}'].map((character) => character.charCodeAt(0))

/** A megabyte of brackets within each other takes 90 ms to parse, one of ids two. */
function isIntricate(json: string, most: Intricacy): boolean {
  if (json.length <= short) return false
  const { values: mostValues, containers: mostContainers = mostValues, deep } = most
  let [values, containers, depth, isText] = [0, 0, 0, false]
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (isText) {
      if (code === backslash) at++
      else if (code === quote) isText = false
    } else if (code === quote) isText = true
    else if (code === comma || code === colon) values++
    else if (code === array || code === object) {
      depth++
      containers++
    } else if (code === endOfArray || code === endOfObject) depth--
    if (values > mostValues || containers > mostContainers || depth > deep) return true
  }
  return false
}
