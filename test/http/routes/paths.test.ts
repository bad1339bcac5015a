import { beforeAll, describe, expect, test } from 'vitest'
import { answerTo } from '../../support/network/raw-http.ts'
import type { SignedIn } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'
import { expectNothing, nothing } from './nothing.ts'

let person: SignedIn
beforeAll(async () => {
  person = await inboard.signIn()
})

describe('how a path may be written', () => {
  const me = async (target: string) =>
    await answerTo(
      inboard.url,
      `GET ${target} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${person.token}\r\n\r\n`,
    )

  test.for([
    ['as it is', '/api/me'],
    ['with a slash at its end', '/api/me/'],
    ['with a query', '/api/me?and=so&on'],
    ['with a broken query', '/api/me?%zz=%ff&%'],
    ['with needless percent-encoding', '/api/%6De'],
    ['in absolute form, as a proxy is asked', 'http://inboard.example/api/me'],
    ['in absolute form with another scheme', 'https://inboard.example:444/api/me?x'],
  ])('%s it is found', async ([, target = '']) => {
    const answer = await me(target)
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.text).user.email).toBe(person.user.email)
  })

  test.for([
    ['with two slashes before it', '//api/me'],
    ['with two slashes at its end', '/api/me//'],
    ['with two slashes inside it', '/api//me'],
    ['in upper case', '/API/me'],
    ['with steps up', '/api/../api/me'],
    ['with encoded steps up', '/api/%2e%2e/api/me'],
    ['with an encoded slash', '/api%2Fme'],
    ['with a semicolon', '/api/me;v=1'],
    ['with broken percent-encoding', '/api/me%'],
    ['with bytes that are no UTF-8', '/%ff%fe'],
    ['with half of a character', '/%E0%A4%A'],
    ['with back-slashes', '/api\\me'],
    ['with a NUL', '/api/me%00'],
    ['in absolute form without a path of ours', 'http://inboard.example/me'],
  ])('%s it is not', async ([, target = '']) => {
    const answer = await me(target)
    expect([answer.status, answer.text]).toEqual([404, JSON.stringify(nothing)])
  })

  test('the server as a whole has no options', async () => {
    await expectNothing('OPTIONS', '*')
  })
})
