import type { RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { replaced } from '../../../browser/offline/replaced.ts'
import { isRegistered } from '../../../browser/offline/worker.ts'
import { heading } from '../../../support/browsing/account.ts'
import { becomes } from '../../../support/browsing/browsing.ts'
import { browseInTests } from '../../../support/browsing/tests.ts'
import { eventually } from '../../../support/service/inboard.ts'

// The worker, when something else answers where the server was.

browseInTests()

describe('the worker goes', () => {
  test('when a proxy wants people to sign in first', async () => {
    const proxy: RequestListener = ({ url = '' }, response) => {
      if (url.startsWith('/sign-in'))
        response.setHeader('content-type', 'text/html').end('<h1>Who are you?</h1>')
      else response.writeHead(302, { location: '/sign-in' }).end()
    }
    await replaced(proxy, async (page) => {
      await page.reload()
      await becomes(() => isRegistered(page), false)
      await page.reload()
      await heading(page, 'Who are you?').waitFor()
    })
  })

  test('not when the server is down, or what answers in its place is no app', async () => {
    const seen: string[] = []
    const looks = () => seen.filter((url) => url === '/').length
    const proxy: RequestListener = ({ url = '' }, response) => {
      seen.push(url)
      response.writeHead(url === '/sw.js' ? 404 : 502, { 'content-type': 'text/html' }).end('<h1>Down</h1>')
    }
    await replaced(proxy, async (page) => {
      for (let starts = 0; starts < 3; starts++) {
        const before = looks()
        await page.reload()
        await heading(page, 'Sign in').waitFor()
        await eventually(() => looks() > before || undefined, 'the worker to look')
      }
      expect(await isRegistered(page)).toBe(true)
    })
  })
})
