import { describe, expect, test } from 'vitest'
import { inboard } from '../../support/service/shared.ts'

const pages = [
  '/',
  '/today',
  '/verify-email',
  '/settings',
  '/bin',
  '/share',
  '/authorize',
  '/projects/some-id',
  '/card/some-id',
  '/docs',
]

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

  test.for(pages)('everything that %s refers to exists', async (path) => {
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
