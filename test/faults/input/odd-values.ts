import type { Schema } from '../../../src/contract/openapi/document.ts'
import type { Chance } from '../../support/machine/chance.ts'

const oddTexts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202egnitirw',
  'e\u0301\u0300'.repeat(50),
  '👩‍👩‍👧‍👦🪴',
  'İıſK',
  '__proto__',
  'constructor',
  'null',
  "'; drop table cards --",
  '{{7*7}}%s%n',
  '../../etc/passwd',
  '2026-02-30T25:61:61Z',
  'x'.repeat(2_001),
  '🪴'.repeat(2_000),
]
const oddNumbers = [0, -0, -1, 0.5, 1e-9, 2 ** 31 - 1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308]

/** Ids of existing resources of several people. */
export type Ids = readonly string[]

export function oddText(chance: Chance): string {
  if (chance.oneIn(2)) return chance.pick(oddTexts)
  // All of Unicode, including lone surrogates.
  const highest = chance.pick([0x7f, 0x7ff, 0xffff, 0x10ffff])
  return chance.times(30, () => String.fromCodePoint(chance.below(highest + 1))).join('')
}

export function anyValue(chance: Chance, depth = 3): unknown {
  const leaf = [null, true, false, chance.pick(oddNumbers), chance.below(100), oddText(chance), [], {}]
  if (depth === 0 || chance.oneIn(2)) return chance.pick(leaf)
  const items = chance.times(4, () => anyValue(chance, depth - 1))
  return chance.oneIn(2) ? items : Object.fromEntries(items.map((item) => [oddText(chance), item]))
}

/** A value of the type that a schema asks for. It may exceed the schema's limits, which the service has to check. */
export function fitting(schema: Schema, chance: Chance, ids: Ids, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  const types = [schema.type].flat()
  if (types.includes('null') && chance.oneIn(3)) return null
  if (types.includes('object')) {
    const { properties = {}, required = [], 'x-refused': refused = {} } = schema
    const sent = Object.entries(properties).filter(([member]) => required.includes(member) || chance.oneIn(2))
    return Object.fromEntries([
      ...sent.map(([member, inner]) => [member, fitting(inner, chance, ids, member)]),
      ...Object.keys(refused)
        .filter(() => chance.oneIn(20))
        .map((member) => [member, anyValue(chance)]),
    ])
  }
  if (types.includes('array')) return chance.times(6, () => fitting(schema.items ?? {}, chance, ids, name))
  if (types.includes('integer')) return chance.oneIn(4) ? chance.pick(oddNumbers) : chance.below(30)
  if (types.includes('boolean')) return chance.oneIn(2)
  if (schema.type === undefined) return chance.oneIn(2) ? anyValue(chance) : { text: 'Weed', title: 'Garden' }
  if (chance.oneIn(12)) return oddText(chance)
  if (/_ids?$/.test(name)) return chance.pick(ids)
  if (/key$/i.test(name)) return chance.oneIn(2) ? chance.pick(ids) : `key-${chance.below(50)}`
  if (/match$/i.test(name)) return `"${chance.below(20)}"`
  if (name === 'Last-Event-ID') return String(chance.below(50))
  if (name === 'method') return chance.pick(['POST', 'PUT', 'PATCH', 'DELETE', 'GET'])
  if (name === 'path') return chance.pick(pathsWith(chance.pick(ids)))
  if (name === 'email') return `person-${chance.below(500)}@example.com`
  if (String(schema.pattern).includes('A-Za-z0-9_-'))
    return chance.bytes(1 + chance.below(60)).toString('base64url')
  return `${chance.pick(['Weed', 'Water it', 'Prune', 'Ernte 🍎', '収穫'])} ${chance.below(1_000)}`
}

/** Where an operation of a batch may go. */
const pathsWith = (id: string) => [
  ...['/api/inbox/cards', '/api/projects', '/api/cards/order', '/api/bin', '/api/me'],
  ...[`/api/cards/${id}`, `/api/projects/${id}`, `/api/projects/${id}/cards`, `/api/bin/${id}/restore`],
]

/** The value with one change, at any depth. */
export function mutated(value: unknown, chance: Chance): unknown {
  const names = typeof value === 'object' && value !== null ? Object.keys(value) : []
  if (names.length === 0 || chance.oneIn(8)) return chance.pick([anyValue(chance), [value], String(value)])
  const name = chance.pick(names)
  const { [name]: member, ...rest } = value as Record<string, unknown>
  return chance.pick([
    () => rest,
    () => ({ ...rest, [name]: anyValue(chance) }),
    () => ({ ...rest, [name]: mutated(member, chance) }),
    () => ({ ...rest, [name]: [member] }),
    () => ({ ...rest, [name.toUpperCase()]: member }),
    () => ({ ...(value as object), [oddText(chance)]: anyValue(chance) }),
  ])()
}

/** Unusual JSON, and text that only resembles JSON. */
export function oddJson(value: unknown, chance: Chance): string {
  const text = JSON.stringify(value) ?? 'undefined'
  const at = chance.below(text.length + 1)
  return chance.pick([
    () => text.slice(0, at),
    () => text.slice(at),
    () => text.slice(0, at) + oddText(chance) + text.slice(at),
    () =>
      text.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    // A duplicate member with a different value.
    () =>
      text.replace(
        /^\{("(?:[^"\\]|\\.)*"):/,
        (start, name) => `{${name}:${JSON.stringify(anyValue(chance))},${start.slice(1)}`,
      ),
    () => text.replace(/^\{/, '{"__proto__":{"complete":true},'),
    () => text.replace(/^\{/, '{"constructor":{"prototype":{"complete":true}},'),
    () => text.replace(/^\{/, '{"\\u005f_proto__":null,'),
    () => '['.repeat(chance.below(30_000)) + text,
    () => '{"a":'.repeat(chance.below(10_000)) + text,
    () => `${'['.repeat(2_000)}${text}${']'.repeat(2_000)}`,
    () => `\ufeff${text}`,
    () => `  \r\n\t${text}\n\n`,
    () => `${text}${text}`,
    () => `${text}//`,
    () => text.replaceAll('"', "'"),
    () =>
      text.replaceAll(/\d+/g, () => chance.pick(['1e999', '-0', '00', '0x10', 'NaN', `${'9'.repeat(400)}`])),
    () => text.replaceAll(/true|false|null/g, 'undefined'),
  ])()
}
