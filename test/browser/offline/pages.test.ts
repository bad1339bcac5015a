import { globSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { button, heading, linkFor } from '../../support/browsing/account.ts'
import { composer } from '../../support/browsing/boards.ts'
import { browseInTests } from '../../support/browsing/tests.ts'
import { root } from '../../support/processes/process.ts'
import { isInCharge, scriptOf } from './worker.ts'

const browsing = browseInTests()

async function visit() {
  const page = await browsing.open('/', { worker: true })
  await isInCharge(page)
  return page
}

describe('after one visit', () => {
  test('every page opens without a network, and no token of a link is stored', async () => {
    const person = await browsing.inboard.signIn()
    const page = await browsing.open('/', { person, worker: true })
    await composer(page).waitFor()
    await isInCharge(page)
    await page.context().setOffline(true)
    const navigation = page.getByRole('navigation', { name: 'Inbox and projects' })
    const id = crypto.randomUUID()
    for (const path of ['/', '/settings', `/projects/${id}`, '/bin', '/today', `/card/${id}`]) {
      const answer = await page.goto(browsing.appUrl + path)
      expect([path, answer?.fromServiceWorker()]).toEqual([path, true])
      await navigation.waitFor()
      expect(new URL(page.url()).pathname).toBe(path)
    }
    await page.reload()
    await navigation.waitFor()
    await page.goto(`${browsing.appUrl}/share?text=Milk`)
    await heading(page, 'Add to your inbox?').waitFor()
    await page.goto(`${browsing.appUrl}/verify-email?token=secret`)
    await heading(page, 'Your link could not be read').waitFor()
    await page.goto(`${browsing.appUrl}/authorize?client_id=secret`)
    await heading(page, 'The agent could not be looked up').waitFor()

    const stored = await page.evaluate(async () => {
      const all = await Promise.all(
        (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
      )
      return all.flat().map(({ url }) => new URL(url).pathname + new URL(url).search)
    })
    const files = globSync('assets/*.{js,css}', { cwd: join(root, 'dist') })
    expect(stored.sort()).toEqual(['/', ...files.map((file) => `/${file}`)].sort())
  })

  test('pages have the headers of the server, and a link still works', async () => {
    const page = await visit()
    const kept = (await page.reload())?.headers() ?? {}
    const sent = (await fetch(browsing.inboard.url)).headers
    const policies = [...sent.keys()].filter((name) => /policy|x-frame|x-content/.test(name))
    expect(policies.length).toBeGreaterThan(5)
    for (const name of policies) expect([name, kept[name]]).toEqual([name, sent.get(name)])

    const answer = await page.goto(await linkFor(browsing.inboard, 'worked@example.com'))
    expect(answer?.fromServiceWorker()).toBe(true)
    await button(page, 'Continue to Inboard').click()
    await heading(page, 'Inbox').waitFor()

    // The only page with headers of its own.
    const consent = await page.goto(`${browsing.appUrl}/authorize`)
    expect(consent?.headers()['cross-origin-opener-policy']).toBe('unsafe-none')
  })

  test('whatever is no page of the app is left to the server', async () => {
    const page = await visit()
    for (const [path, status] of [
      ['/docs', 200],
      ['/openapi.json', 200],
      ['/.well-known/oauth-authorization-server', 200],
      ['/metrics', 200],
      ['/healthz', 200],
      ['/readyz', 200],
      ['/mcp', 405],
      ['/calendar/inb_unknown.ics', 404],
      ['/api', 404],
      ['/api/me', 401],
      ['/assets/docs.css', 200],
      ['/sw.js', 200],
      // Perhaps another Inboard, below a path of the same host.
      ['/boards/', 404],
      ['/projects/today', 200],
    ] as const) {
      const answer = await page.goto(browsing.appUrl + path)
      expect([path, answer?.status(), answer?.fromServiceWorker()]).toEqual([path, status, false])
    }
    await page.goto(browsing.appUrl)
    const asked = (path: string, method: string) =>
      Promise.all([
        page.waitForResponse((answer) => answer.url().endsWith(path) && answer.request().method() === method),
        page.evaluate(([to = '', how = '']) => fetch(to, { method: how }).then(() => {}), [path, method]),
      ])
    for (const [path, method] of [
      ['/api/me', 'GET'],
      ['/api/inbox/cards', 'POST'],
      ['/settings', 'POST'],
      ['/settings', 'GET'],
      ['/assets/icon.svg', 'GET'],
    ] as const) {
      const [answer] = await asked(path, method)
      expect([method, path, answer.fromServiceWorker()]).toEqual([method, path, false])
    }
    const [script] = await asked(scriptOf(root), 'GET')
    expect(script.fromServiceWorker()).toBe(true)
  })
})

test('where browsers allow no worker, on plain http from another machine, the app works without', async () => {
  const page = await browsing.open('/healthz', { worker: true })
  // The same machine by a name that is not trusted.
  await page.goto(`http://0.0.0.0:${new URL(browsing.appUrl).port}/`)
  await heading(page, 'Sign in').waitFor()
  expect(await page.evaluate(() => [isSecureContext, 'serviceWorker' in navigator])).toEqual([false, false])
  const complaints = browsing.complaints.splice(0)
  // It says of itself that it is not trusted.
  expect(complaints.filter((text) => !text.includes('untrustworthy'))).toEqual([])
})
