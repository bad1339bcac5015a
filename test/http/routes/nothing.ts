import { expect } from 'vitest'
import { sendRaw } from '../../support/network/raw-http.ts'
import { inboard } from '../../support/service/shared.ts'

export const nothing = {
  type: 'about:blank',
  title: 'Not Found',
  status: 404,
  code: 'not_found',
  detail: 'Not found.',
}

// Some of these `fetch` refuses to send, so requests are written to the socket by hand.
export const methods = 'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE QUERY PROPFIND PURGE M-SEARCH'.split(' ')

export async function expectNothing(method: string, path: string, rest = '\r\n') {
  const bytes = `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${rest}`
  const { answers, rest: after, end } = await sendRaw(inboard.url, bytes)
  const [answer] = method === 'HEAD' ? [headOnly(after)] : answers
  expect({ path, method, status: answer?.status, end }).toEqual({ path, method, status: 404, end: 'closed' })
  if (method !== 'HEAD') expect(JSON.parse(answer?.text ?? '')).toEqual(nothing)
}

/** Parsed separately, because an answer to HEAD has the Content-Length of a body that is not sent. */
function headOnly(text: string) {
  const [head = '', body] = text.split('\r\n\r\n')
  expect(body).toBe('')
  expect(head).toMatch(/\r\nx-request-id: \S+/i)
  expect(head).toMatch(/\r\ncontent-type: application\/problem\+json/i)
  return { status: Number(head.split(' ')[1]), text: '' }
}
