import { beforeAll, describe, expect, test } from 'vitest'
import type { Api, OpenApi } from '../../../src/contract/openapi/document.ts'
import { apiOf } from '../../../src/contract/openapi/openapi.ts'
import { codeOf, type ProblemName, problems } from '../../../src/contract/problem.ts'
import { docsPage } from '../../../src/server/docs/page.ts'
import { endpointsOf } from '../../support/service/described.ts'
import { inboard } from '../../support/service/shared.ts'
import { textOf } from './text.ts'

describe('the page of the API', () => {
  let page: string
  let document: OpenApi
  beforeAll(async () => {
    page = (await inboard.request('GET', '/docs')).text
    document = (await inboard.request('GET', '/openapi.json')).body
  })
  const sectionOf = (id: string) =>
    new RegExp(`<article id="${id}">[\\s\\S]*?</article>`).exec(page)?.[0] ?? ''

  test('has another tag in each encoding', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', 'identity'].map(async (encoding) => {
        const { headers } = await fetch(`${inboard.url}/docs`, { headers: { 'accept-encoding': encoding } })
        return headers.get('etag')
      }),
    )
    expect(new Set(tags).size).toBe(3)
  })

  test('has a style sheet for every colour and size that it names', async () => {
    const sheets = [...page.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)].map(([, path = '']) => path)
    const texts = await Promise.all(sheets.map(async (path) => (await inboard.request('GET', path)).text))
    const css = texts.join('\n')
    const used = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name))
    expect(used.size).toBeGreaterThan(0)
    expect([...used].filter((name) => !css.includes(`${name}:`))).toEqual([])
  })

  test('shows every endpoint of the document: its path, words, members, answers and problems', () => {
    for (const operation of endpointsOf(document)) {
      const { operationId, method, path, summary, security, responses, requestBody } = operation
      const text = textOf(sectionOf(operationId))
      expect(text).toContain(`${method} ${path}`)
      expect(text).toContain(summary)
      expect(text).toContain(security.length > 0 ? 'session' : 'public')
      expect(text).toContain(operation.description.replaceAll('`', ''))
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
        for (const [, code = ''] of description.matchAll(/^`(\w+)`/gm)) expect(text).toContain(code)
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
    for (const { operationId } of endpointsOf(document)) expect(contents).toContain(`href="#${operationId}"`)
  })

  test('shows limits, and which members are optional', () => {
    const text = textOf(sectionOf('addInboxCard')).replace(/\s+/g, ' ')
    expect(text).not.toContain('text optional')
    expect(text).toContain('complete optional')
    expect(text).toContain('minLength 1; maxLength 2000')
    expect(text).toContain('minimum 0; maximum 2147483647')
  })

  test('its examples work as they are', async () => {
    const { token } = await inboard.signIn()
    const pre = /<pre[^>]*><code>([\s\S]*?)<\/code>/.exec(sectionOf('addInboxCard'))?.[1] ?? ''
    const [, url = '', body = ''] = /^curl (\S+)[\s\S]* -d '(.*)'$/.exec(textOf(pre)) ?? []
    expect(url).toBe(`${inboard.world.config.appUrl}/api/inbox/cards`)
    const answer = await inboard.request('POST', new URL(url).pathname, { token, body })
    expect(answer.status).toBe(201)
  })

  test('escapes everything, whatever the API contains', () => {
    const nasty = `<script>alert("1")</script>&'\``
    const hostile = JSON.parse(JSON.stringify(apiOf('http://localhost', '1.0.0')), (key, value) =>
      ['description', 'summary', 'title', 'name', 'version', 'url'].includes(key) && typeof value === 'string'
        ? nasty
        : value,
    ) as Api
    const made = docsPage(hostile)
    expect(made).not.toContain('<script')
    expect(made).not.toMatch(/="[^"]*<|alert\("/)
    expect(textOf(made)).toContain('<script>alert("1")</script>&\'')
  })
})
