import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OpenApi } from '../../src/contract/openapi.ts'
import { openapi } from '../../src/contract/openapi.ts'
import { codeOf, type ProblemName, problems } from '../../src/contract/problem.ts'
import { docsPage } from '../../src/server/docs/page.ts'
import { startTestInboard, type TestInboard } from '../support/service/inboard.ts'

let inboard: TestInboard
beforeAll(async () => {
  inboard = await startTestInboard()
})
afterAll(() => inboard.stop())

const pages = ['/', '/verify-email', '/settings', '/bin', '/share', '/projects/some-id', '/docs']

/** The text that a browser would display: without tags, and with character references decoded. */
const textOf = (page: string) =>
  page
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
    .replaceAll('&amp;', '&')

describe('every page', () => {
  test.for(pages)(
    '%s is HTML for any screen, and needs nothing that the content policy forbids',
    async (path) => {
      const { status, headers, text } = await inboard.request('GET', path)
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
      expect(text).toMatch(/^<!doctype html>\n<html lang="en">/)
      expect(text).toContain('<meta name="viewport" content="width=device-width, initial-scale=1')
      expect(text).toContain('<meta name="color-scheme" content="light dark">')
      expect(text).not.toMatch(
        /<style|\sstyle=|\son\w+=|javascript:|<script(?! type="module" blocking="render" src="\/assets\/)/,
      )
      expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
    },
  )

  test.for(pages)('whatever %s refers to is there', async (path) => {
    const { text } = await inboard.request('GET', path)
    const references = [...text.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(([, to = '']) => to)
    expect(references.length).toBeGreaterThan(1)
    const kinds = {
      css: 'text/css; charset=utf-8',
      js: 'text/javascript; charset=utf-8',
      svg: 'image/svg+xml',
    }
    for (const to of new Set(references)) {
      const answer = await inboard.request('GET', to)
      expect([to, answer.status, answer.text.length > 0]).toEqual([to, 200, true])
      const kind = kinds[to.split('.').at(-1) as keyof typeof kinds]
      if (kind) expect([to, answer.headers.get('content-type')]).toEqual([to, kind])
    }
  })

  test.for(pages)('%s answers HEAD as it would GET, without the page', async (path) => {
    const plain = { headers: { 'accept-encoding': 'identity' } }
    const response = await fetch(inboard.url + path, { method: 'HEAD', ...plain })
    const { text } = await inboard.request('GET', path, plain)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(text)))
    expect(await response.text()).toBe('')
  })
})

describe('the web app', () => {
  /** The paths of the script and the style sheet. */
  async function parts(): Promise<string[]> {
    const { text } = await inboard.request('GET', '/')
    return [...text.matchAll(/(?:src|href)="(\/assets\/index-[^"]*)"/g)].map(([, path = '']) => path)
  }

  test('its script and style have their content in their name, and are kept for ever', async () => {
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

  test('what has not changed is not sent again', async () => {
    for (const path of ['/', '/docs', '/openapi.json', '/assets/icon.svg', ...(await parts())]) {
      const etag = (await inboard.request('GET', path)).headers.get('etag') ?? ''
      const again = await inboard.request('GET', path, { headers: { 'if-none-match': etag } })
      expect([again.status, again.text]).toEqual([304, ''])
      const changed = await inboard.request('GET', path, { headers: { 'if-none-match': '"another"' } })
      expect(changed.status).toBe(200)
    }
  })

  test('a page that is not there is 404, said by the app to people and as a problem to programs', async () => {
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

describe('the page of the API', () => {
  let page: string
  let document: OpenApi
  beforeAll(async () => {
    page = (await inboard.request('GET', '/docs')).text
    document = (await inboard.request('GET', '/openapi.json')).body
  })
  const sectionOf = (id: string) =>
    new RegExp(`<article id="${id}">[\\s\\S]*?</article>`).exec(page)?.[0] ?? ''

  test('shows every endpoint of the document: its path, words, members, answers and problems', () => {
    for (const [path, item] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(item)) {
        const { operationId, summary, security, responses, requestBody } = operation
        const text = textOf(sectionOf(operationId))
        expect(text).toContain(`${method.toUpperCase()} ${path}`)
        expect(text).toContain(summary)
        expect(text).toContain(security.length > 0 ? 'session' : 'public')
        if (operation.description) expect(text).toContain(operation.description.replaceAll('`', ''))
        expect(text).toContain('curl ')
        const contents = [
          requestBody?.content,
          responses[200]?.content,
          responses[201]?.content,
          responses[202]?.content,
        ]
        for (const schema of contents.map((content) => content?.['application/json']?.schema)) {
          if (!schema) continue
          const named = document.components.schemas[schema.$ref?.split('/').at(-1) ?? '']
          const members = Object.keys(named?.properties ?? {})
          expect(members.length).toBeGreaterThan(0)
          for (const member of members) expect(text).toContain(member)
        }
        for (const [status, { description }] of Object.entries(responses)) {
          expect([operationId, text]).toEqual([operationId, expect.stringContaining(status)])
          for (const [, code = '', sentence = ''] of description.matchAll(/^`(\w+)`: (.*)$/gm)) {
            expect(text).toContain(code)
            expect(text).toContain(sentence.replace('{retry_after}', 'N'))
          }
        }
      }
    }
  })

  test('has a table of all codes', () => {
    const errors = textOf(/<section id="errors">[\s\S]*?<\/section>/.exec(page)?.[0] ?? '')
    for (const name of Object.keys(problems) as ProblemName[]) {
      expect(errors).toContain(codeOf(name))
      expect(errors).toContain(String(problems[name].status))
      expect(errors).toContain(problems[name].detail.replace('{retry_after}', 'N'))
    }
  })

  test('every link inside it leads somewhere, and every endpoint is in its contents', () => {
    const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    const links = [...page.matchAll(/ href="#([^"]*)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
    for (const link of links) expect(ids).toContain(link)
    const contents = /<nav[\s\S]*?<\/nav>/.exec(page)?.[0] ?? ''
    const all = Object.values(document.paths).flatMap((item) => Object.values(item))
    for (const { operationId } of all) expect(contents).toContain(`href="#${operationId}"`)
  })

  test('shows bounds, and what is required', () => {
    const text = textOf(sectionOf('addInboxCard')).replace(/\s+/g, ' ')
    expect(text).toContain('text required')
    expect(text).toContain('complete optional')
    expect(text).toContain('1 to 2000 characters, trimmed')
    expect(text).toContain('0 to 2147483647')
  })

  test('its examples work as they are', async () => {
    const { token } = await inboard.signIn()
    const pre = /<pre[^>]*><code>([\s\S]*?)<\/code>/.exec(sectionOf('addInboxCard'))?.[1] ?? ''
    const [, url = '', body = ''] = /^curl (\S+)[\s\S]* -d '(.*)'$/.exec(textOf(pre)) ?? []
    expect(url).toBe(`${inboard.world.config.appUrl}/api/inbox/cards`)
    const answer = await inboard.request('POST', new URL(url).pathname, { token, body })
    expect(answer.status).toBe(201)
  })

  test('leaves nothing unescaped, whatever the document says', () => {
    const nasty = `<script>alert("1")</script>&'\``
    const hostile = JSON.parse(JSON.stringify(openapi('http://localhost', '1.0.0')), (key, value) =>
      ['description', 'summary', 'title', 'name', 'version', 'url'].includes(key) && typeof value === 'string'
        ? nasty
        : value,
    ) as OpenApi
    const made = docsPage(hostile)
    expect(made).not.toContain('<script')
    expect(made).not.toMatch(/="[^"]*<|alert\("/)
    expect(textOf(made)).toContain('<script>alert("1")</script>&\'')
  })
})

describe('around the API', () => {
  test('it is alive and ready', async () => {
    const [alive, ready] = [await inboard.request('GET', '/healthz'), await inboard.request('GET', '/readyz')]
    expect([alive.status, alive.body]).toEqual([200, { status: 'alive' }])
    expect([ready.status, ready.body]).toEqual([200, { status: 'ready' }])
  })

  test('its metrics are Prometheus text, count what happens, and give away nobody', async () => {
    const { token, user, client } = await inboard.signIn()
    const { project } = await client.addProject({ title: 'A secret plan' })
    await inboard.request('GET', `/api/projects/${project.id}?token=${token}`, { token })
    await inboard.request('GET', `/nothing/${user.email}`)
    const { headers, text } = await inboard.request('GET', '/metrics')

    expect(headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
    const sample =
      /^[a-zA-Z_:][\w:]*(\{[a-zA-Z_]\w*="(?:[^"\\\n]|\\.)*"(?:,[a-zA-Z_]\w*="(?:[^"\\\n]|\\.)*")*\})? (?:[-+\d.e]+|[-+]?Inf|Nan)$/i
    const typed = new Set(
      [...text.matchAll(/^# TYPE (\S+) (?:counter|gauge|histogram|summary)$/gm)].map(([, name]) => name),
    )
    for (const line of text.trim().split('\n')) {
      if (line === '' || line.startsWith('# HELP ') || line.startsWith('# TYPE ')) continue
      expect(line).toMatch(sample)
      const name = /^[\w:]+/.exec(line)?.[0].replace(/_(?:bucket|sum|count)$/, '') ?? ''
      expect(typed.has(name) || typed.has(/^[\w:]+/.exec(line)?.[0] ?? '')).toBe(true)
    }
    expect(text.endsWith('\n')).toBe(true)

    expect(text).toContain('route="/api/projects/:project_id",status="200"')
    expect(text).toMatch(
      /inboard_http_request_duration_seconds_count\{method="GET",route="none",status="404"\} [1-9]/,
    )
    for (const secret of [
      token,
      user.email,
      user.id,
      project.id,
      'secret plan',
      inboard.world.config.jwtSecret,
    ]) {
      expect(text).not.toContain(secret)
    }
  })
})
