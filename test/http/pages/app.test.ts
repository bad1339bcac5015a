import { describe, expect, test } from 'vitest'
import { inboard } from '../../support/service/shared.ts'

describe('the web app', () => {
  /** The paths of the script and the style sheet. */
  async function parts(): Promise<string[]> {
    const { text } = await inboard.request('GET', '/')
    return [...text.matchAll(/(?:src|href)="(\/assets\/index-[^"]*)"/g)].map(([, path = '']) => path)
  }

  test('its scripts and styles have a hash of their content in their name, and are cached permanently', async () => {
    const found = await parts()
    expect(found.map((path) => path.replace(/^.*\./, '')).sort()).toEqual(['css', 'js'])
    for (const path of found) {
      const { headers } = await inboard.request('GET', path)
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    }
  })

  test.for([
    ['br, gzip', 'br'],
    ['gzip, deflate', 'gzip'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['BR', 'br'],
    ['zstd', null],
    ['identity', null],
    ['*;q=0', null],
  ] as const)('whoever accepts %s gets %s', async ([accepted, encoding]) => {
    for (const path of ['/', ...(await parts())]) {
      const plain = await inboard.request('GET', path, { headers: { 'accept-encoding': 'identity' } })
      const { headers, text } = await inboard.request('GET', path, {
        headers: { 'accept-encoding': accepted },
      })
      expect(headers.get('content-encoding')).toBe(encoding)
      expect(headers.get('vary')).toBe('accept-encoding')
      expect(text).toBe(plain.text)
    }
  })

  test('unchanged files are not sent again', async () => {
    for (const path of ['/', '/docs', '/openapi.json', '/assets/icon.svg', ...(await parts())]) {
      const etag = (await inboard.request('GET', path)).headers.get('etag') ?? ''
      const again = await inboard.request('GET', path, { headers: { 'if-none-match': etag } })
      expect([again.status, again.text]).toEqual([304, ''])
      const changed = await inboard.request('GET', path, { headers: { 'if-none-match': '"another"' } })
      expect(changed.status).toBe(200)
    }
  })

  test.for(['/openapi.json', '/docs'])('%s is not sent again in any encoding', async (path) => {
    for (const encoding of ['br', 'gzip', 'identity']) {
      const ask = (method: string, known?: string) =>
        inboard.request(method, path, {
          headers: { 'accept-encoding': encoding, ...(known !== undefined && { 'if-none-match': known }) },
        })
      const { headers } = await ask('GET')
      const etag = headers.get('etag') ?? ''
      const suffixed = etag.replace(/"$/, '-gzip"')
      for (const known of [etag, `W/${etag}`, `"another", ${etag}`, '*', suffixed, `W/${suffixed}`]) {
        for (const method of ['GET', 'HEAD']) {
          const { status, text, headers } = await ask(method, known)
          expect([encoding, known, method, status, text]).toEqual([encoding, known, method, 304, ''])
          expect(['etag', 'vary', 'cache-control'].map((name) => headers.get(name))).toEqual([
            etag,
            'accept-encoding',
            'no-cache',
          ])
        }
      }
      for (const known of ['"another"', '""', '', etag.replace('"', '"x')])
        expect([encoding, known, (await ask('GET', known)).status]).toEqual([encoding, known, 200])
    }
  })

  test('a missing page is 404: the app for people, a problem for programs', async () => {
    const shell = (await inboard.request('GET', '/')).text
    for (const path of ['/nowhere', '/projects', '/projects/a/b', '/apiary', '/assets/none.js']) {
      const person = await fetch(inboard.url + path, { headers: { accept: 'text/html,*/*;q=0.8' } })
      expect([path, person.status, (await person.text()) === shell]).toEqual([path, 404, true])
      const program = await inboard.request('GET', path)
      expect([path, program.status, program.body.code]).toEqual([path, 404, 'not_found'])
    }
    for (const path of ['/api', '/api/', '/api/nowhere', '/api?x']) {
      const { status, body } = await inboard.request('GET', path, { headers: { accept: 'text/html' } })
      expect([path, status, body.code]).toEqual([path, 404, 'not_found'])
    }
    const { status, body } = await inboard.request('POST', '/nowhere', { headers: { accept: 'text/html' } })
    expect([status, body.code]).toEqual([404, 'not_found'])
  })
})
