import { parse } from 'secure-json-parse'
import { fail, invalid } from './problems.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Limits on what a text may contain, so that the time to parse it stays proportional to its length. */
interface Complexity {
  values: number
  /**
   * Arrays and objects. The most expensive are objects that each have their own member names: 200 bytes and 2
   * µs each.
   */
  containers?: number
  deep: number
}

/** Decodes a JSON document, which must be UTF-8 (RFC 8259 §8.1). */
export function decodeJson(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch {
    throw fail('malformed_json')
  }
}

/**
 * Throws if the text is not JSON or has a member `__proto__`, and without parsing it if that would take long.
 */
export function parseJson(text: string, most: Complexity, refusal = tooComplex): unknown {
  if (text.length > short && isTooComplex(text, most)) throw refusal()
  try {
    return parse(text, null, { protoAction: 'error', constructorAction: 'ignore' })
  } catch (error) {
    const { message } = error as Error
    if (!message.includes('JSON')) throw fail('malformed_json')
    // V8 gives the position, except for short texts.
    const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message) ?? []
    const where = line ? `: see line ${line}, column ${column}` : ''
    throw fail('malformed_json', { detail: `The body is not valid JSON${where}.` })
  }
}

const tooComplex = () => invalid('', 'must have fewer values, and less deeply nested ones')

/** A text up to this length is parsed within a few milliseconds, whatever it contains. */
const short = 64 * 1024

const [quote, backslash, comma, colon] = [...'"\\,:'].map((character) => character.charCodeAt(0))
const [array, object, endOfArray, endOfObject] = [...'[{]}'].map((character) => character.charCodeAt(0))

/** A megabyte of nested brackets takes 90 ms to parse, a megabyte of ids 2 ms. */
function isTooComplex(json: string, most: Complexity): boolean {
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
