import { describe, expect, test } from 'vitest'
import { routeNames } from '../../../src/contract/routes.ts'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { inboard } from '../../support/service/shared.ts'
import { requestLineOf, wellFormed } from '../../support/service/well-formed.ts'
import { expectRefused, person, post, weed } from './inbox.ts'

describe('the syntax of a body', () => {
  test.for([
    ['empty', ''],
    ['white space', ' \r\n\t '],
    ['cut off', '{"text":"Weed"'],
    ['a word', 'weed'],
    ['two values', '{"text":"a"}{"text":"b"}'],
    ['in single quotes', "{'text':'Weed'}"],
    ['with a comma too many', '{"text":"Weed",}'],
    ['with a comment', '{"text":"Weed"/*!*/}'],
    ['NaN', '{"text":"a","position":NaN}'],
    ['a number with a plus', '{"text":"a","position":+1}'],
    ['a number with a leading zero', '{"text":"a","position":01}'],
    ['hexadecimal', '{"text":"a","position":0x1}'],
    ['with a raw control character', '{"text":"a\u0001b"}'],
    ['with a broken escape', '{"text":"\\x41"}'],
    ['undefined', 'undefined'],
    ['with __proto__', '{"text":"a","__proto__":{"complete":true}}'],
    ['with __proto__ as null', '{"text":"a","__proto__":null}'],
    ['with an escaped __proto__', '{"text":"a","\\u005f_proto__":{}}'],
    ['with __proto__ deep inside', '{"text":"a","more":[{"deep":{"__proto__":1}}]}'],
    ['UTF-16', Buffer.from(`\ufeff${weed}`, 'utf16le')],
    ['Latin-1', Buffer.from('{"text":"caf\u00e9"}', 'latin1')],
    ['cut off in a character', Buffer.from('{"text":"é').subarray(0, -1)],
    [
      'an overlong encoding',
      Buffer.concat([Buffer.from('{"text":"'), Buffer.from([0xc0, 0xaf]), Buffer.from('"}')]),
    ],
    [
      'a surrogate in UTF-8',
      Buffer.concat([Buffer.from('{"text":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
    ],
  ])('%s is 400', async ([, body]) => {
    await expectRefused('400 malformed_json', body)
  })

  test('no body at all is 400, with or without a type', async () => {
    await expectRefused('400 malformed_json', undefined)
    await expectRefused('400 malformed_json', undefined, { 'content-type': 'application/json' })
  })

  test.for(['[]', '[{"text":"Weed"}]', 'null', 'true', '42', '"Weed"', '1e999'])(
    '%s is JSON but no object: 422, wherever a body is taken',
    async (body) => {
      for (const name of routeNames.filter((one) => wellFormed[one])) {
        const [method, path] = requestLineOf(name, 'none')
        const answer = await inboard.request(method, path, { token: person.token, body })
        expect([name, outcome(answer)]).toEqual([name, '422 validation_failed'])
        expect([name, answer.body.errors]).toEqual([name, [{ field: '', message: 'must be an object' }]])
      }
    },
  )

  test.for([
    ['members that nobody knows', '{"text":"Weed","colour":"green","id":1,"owner_id":"x","status_id":null}'],
    [
      'members named like parts of every object',
      '{"text":"Weed","constructor":{"prototype":{}},"toString":1,"hasOwnProperty":0}',
    ],
    ['a name that only looks like it', '{"text":"Weed","__proto":1,"proto__":2}'],
    ['white space around it', ` \r\n${weed}\n `],
    ['a byte order mark', `\ufeff${weed}`],
    ['escapes', '{"\\u0074ext":"\\u0057eed"}'],
    [
      'members twice, of which the last counts',
      '{"text":"Not this","complete":true,"text":"Weed","complete":false}',
    ],
  ])('%s is no trouble', async ([, body]) => {
    const answer = await post(Buffer.from(body ?? ''))
    expect(outcome(answer)).toBe('201')
    expect(answer.body.card).toMatchObject({ text: 'Weed', complete: false, owner_id: person.user.id })
  })

  test('talk of __proto__ inside a text is no member of that name', async () => {
    const text = '"__proto__": 1'
    expect((await post({ text })).body.card.text).toBe(text)
  })
})
