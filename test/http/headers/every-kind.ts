import { newCalendar } from '../../api/calendar/calendar.ts'
import { answerTo } from '../../support/network/raw-http.ts'
import type { Answer } from '../../support/service/inboard.ts'
import { inboard } from '../../support/service/shared.ts'

export const person = await inboard.signIn()

export type Seen = Pick<Answer, 'status' | 'headers'>

/** One answer of each kind: successes, problems, pages, assets, and errors of the HTTP parser. */
export async function everyKind(): Promise<Record<string, Seen>> {
  const { token } = person
  const ask = (method: string, path: string, options = {}) =>
    inboard.request(method, path, { token, ...options })
  const raw = (bytes: string) => answerTo(inboard.url, bytes)
  return {
    'a success': await ask('GET', '/api/me'),
    'a creation': await ask('POST', '/api/inbox/cards', { body: { text: 'Weed' } }),
    'an acceptance': await ask('POST', '/api/auth/magic-link', {
      body: { email: `${crypto.randomUUID()}@example.com` },
    }),
    'a deletion': await ask(
      'DELETE',
      `/api/projects/${(await person.client.addProject({ title: 'x' })).project.id}`,
    ),
    'a refused body': await ask('POST', '/api/inbox/cards', { body: '{' }),
    'a refused type': await ask('POST', '/api/inbox/cards', {
      body: '{',
      headers: { 'content-type': 'a/b' },
    }),
    'a body too large': await ask('POST', '/api/inbox/cards', { body: 'x'.repeat(100_000) }),
    'a refused member': await ask('POST', '/api/inbox/cards', { body: {} }),
    'a refused token': await ask('POST', '/api/auth/verify-email', { body: { token: 'x' } }),
    'no session': await inboard.request('GET', '/api/me'),
    'nothing there': await ask('GET', '/api/cards/none'),
    'an unknown route': await ask('POST', '/api/none'),
    'a broken path': await ask('GET', '/%zz'),
    'a page': await ask('GET', '/'),
    'the page of a link': await ask('GET', '/verify-email?token=x'),
    'the page of the API': await ask('GET', '/docs'),
    'a style sheet': await ask('GET', '/assets/docs.css'),
    'the service worker': await ask('GET', '/sw.js'),
    'the description of the API': await ask('GET', '/openapi.json'),
    'a calendar': await inboard.request('GET', await newCalendar(person)),
    'a calendar that there is not': await inboard.request('GET', '/calendar/x.ics'),
    'a probe': await ask('GET', '/healthz'),
    metrics: await ask('GET', '/metrics'),
    'no request at all': await raw('NONSENSE\r\n\r\n'),
    'headers too large': await raw(`GET / HTTP/1.1\r\nHost: x\r\na: ${'b'.repeat(20_000)}\r\n\r\n`),
  }
}

/** The kinds that a browser displays or loads as part of a page. The others are read by programs. */
export const forPeople = [
  'a page',
  'the page of a link',
  'the page of the API',
  'a style sheet',
  'the service worker',
]
