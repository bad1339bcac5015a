import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { outcome } from '../../support/authenticator/ceremonies.ts'
import { sendRaw } from '../../support/network/raw-http.ts'
import { inboard } from '../../support/service/shared.ts'
import { cards, expectRefused, person, post, weed } from './inbox.ts'

describe('the type of a body', () => {
  test.for([
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=UTF-8',
    'Application/JSON',
    'application/json ; charset="utf-8"',
    'application/json; profile=x; charset=utf-8',
  ])('%s is taken', async (type) => {
    expect(outcome(await post(weed, { 'content-type': type }))).toBe('201')
  })

  test.for([
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json-patch+json',
    'application/merge-patch+json',
    'application/problem+json',
    'application/jsonp',
    'application/json, text/plain',
    'text/plain; application/json',
    'application/octet-stream',
    '*/*',
    'json',
    '///',
    ';',
  ])('%s is not', async (type) => {
    await expectRefused('415 unsupported_media_type', weed, { 'content-type': type })
  })

  test('none at all is not', async () => {
    const before = await cards()
    const { answers } = await sendRaw(
      inboard.url,
      `POST /api/inbox/cards HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${person.token}\r\nContent-Length: 15\r\n\r\n${weed}`,
      1,
    )
    expect(answers.map(({ status, code }) => [status, code])).toEqual([[415, 'unsupported_media_type']])
    expect(await cards()).toEqual(before)
  })

  test('a compressed one is not, however it is announced', async () => {
    await expectRefused('415 unsupported_media_type', gzipSync(weed), { 'content-encoding': 'gzip' })
    await expectRefused('415 unsupported_media_type', weed, { 'content-encoding': 'br' })
    const { answers } = await sendRaw(
      inboard.url,
      `POST /api/inbox/cards HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${person.token}\r\nContent-Type: application/json\r\nTransfer-Encoding: gzip, chunked\r\n\r\nf\r\n${weed}\r\n0\r\n\r\n`,
      1,
    )
    expect(answers.map(({ status, code }) => [status, code])).toEqual([[415, 'unsupported_media_type']])
    expect(outcome(await post(weed, { 'content-encoding': 'identity' }))).toBe('201')
  })
})
