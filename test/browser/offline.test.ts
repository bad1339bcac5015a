import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { button, heading, linkIn, openLink } from '../support/browsing/account.ts'
import { composer } from '../support/browsing/boards.ts'
import { becomes, openBrowser } from '../support/browsing/browsing.ts'
import { freePort } from '../support/network/free-port.ts'
import { makeClone } from '../support/processes/clone.ts'
import { cleanUp, newFolder, root, run, type ServerProcess } from '../support/processes/process.ts'
import { eventually } from '../support/service/inboard.ts'

// The service worker, with servers of several builds: one after the other at the same port and on the same data, which is
// what an upgrade is to a browser.

let browser: Browser
let context: BrowserContext
let port: number
let folder: string
let running: { build: string; server: ServerProcess } | undefined
let people = 0

/** This build, the next one, and one of the time before there were workers. */
const builds = { this: root, next: '', workerless: '' }
const clones = [makeClone(), makeClone()]

beforeAll(async () => {
  browser = await openBrowser()
  port = await freePort()
  folder = newFolder()
  const [next = '', workerless = ''] = clones.map((clone) => clone.folder)
  Object.assign(builds, { next, workerless })
  edit(join(next, 'package.json'), /"version": ".*?"/, '"version": "99.0.0"')
  edit(join(workerless, 'src/web/main.tsx'), /^.*registerWorker.*$/gm, '')
  edit(join(workerless, 'src/server/http/pages.ts'), /^.*'\/sw\.js'.*$/m, '')
  for (const build of [next, workerless]) buildIn(build)
})
afterAll(async () => {
  await browser?.close()
  cleanUp()
  for (const { remove } of clones) remove()
})
beforeEach(async () => {
  context = await browser.newContext({ baseURL: `http://localhost:${port}` })
})
afterEach(() => context.close())

function edit(file: string, before: RegExp, after: string): void {
  const text = readFileSync(file, 'utf8')
  expect(text).toMatch(before)
  writeFileSync(file, text.replace(before, after))
}

function buildIn(folder: string): void {
  const { status } = spawnSync(process.execPath, [join(folder, 'scripts/build.js')], { stdio: 'inherit' })
  expect(status).toBe(0)
}

async function serve(build: string): Promise<ServerProcess> {
  if (running?.build === build) return running.server
  await stop()
  const command = [process.execPath, join(build, 'src/server/main.ts')]
  const server = await run({ folder, port, command })
  running = { build, server }
  return server
}

async function stop(): Promise<void> {
  await running?.server.kill('SIGKILL')
  running = undefined
}

/** A tab on a page whose worker is in charge. */
async function visit(path = '/'): Promise<Page> {
  const page = await context.newPage()
  await page.goto(path)
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  return page
}

/** Looks for a new worker, and answers what has become of it. */
const updateWorker = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    await registration?.update()
    const worker = registration?.installing
    // An event may have come before anybody listens.
    while (worker?.state === 'installing') await new Promise((resolve) => setTimeout(resolve, 20))
    return worker?.state
  })

/** Resolves to the script that it starts with. A browser that does nothing but start finds no time to look for a new worker. */
async function restart(page: Page): Promise<string | null> {
  await updateWorker(page)
  await page.reload()
  return await scriptOn(page)
}

async function linkFrom({ client, mails }: ServerProcess): Promise<string> {
  const email = `person-${++people}@example.com`
  await client().requestLink({ email })
  const { text } = await eventually(() => mails().find(({ to }) => to === email), `a link for ${email}`)
  return linkIn(text)
}

/** Somebody who has come by a link, and whose worker is in charge. */
async function arrive(server: ServerProcess): Promise<Page> {
  const page = await openLink(context, await linkFrom(server))
  // Its cards have been loaded, which a server that goes now would prevent.
  await composer(page).waitFor()
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
  return page
}

/** The script that a page was built with, or that a build has. */
const scriptOn = (page: Page) => page.locator('script[type="module"]').getAttribute('src')
const scriptOf = (build: string) => `/${globSync('assets/index-*.js', { cwd: join(build, 'dist') })[0]}`

/** The names that the worker keeps files under, oldest first. */
const cachesOf = (page: Page) => page.evaluate(() => caches.keys())

const isRegistered = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration()) !== undefined)

describe('after one visit', () => {
  test('every page opens without a network, and no token of a link is stored', async () => {
    const page = await arrive(await serve(builds.this))
    await stop()
    await context.setOffline(true)
    for (const path of ['/', '/settings', '/projects/some-id', '/nowhere', '/bin']) {
      const answer = await page.goto(path)
      expect([path, answer?.fromServiceWorker()]).toEqual([path, true])
      await page.getByRole('navigation', { name: 'Inbox and projects' }).waitFor()
      expect(new URL(page.url()).pathname).toBe(path)
    }
    await page.reload()
    await page.getByRole('navigation', { name: 'Inbox and projects' }).waitFor()
    await page.goto('/share?text=Milk')
    await heading(page, 'Add to your inbox?').waitFor()
    await page.goto('/verify-email?token=secret')
    await heading(page, 'Your link could not be read').waitFor()

    const stored = await page.evaluate(async () => {
      const all = await Promise.all(
        (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
      )
      return all.flat().map(({ url }) => new URL(url).pathname + new URL(url).search)
    })
    const files = globSync('assets/*.{js,css}', { cwd: join(builds.this, 'dist') })
    expect(stored.sort()).toEqual(['/', ...files.map((file) => `/${file}`)].sort())
  })

  test('the app opens while the server is silent', async () => {
    const page = await arrive(await serve(builds.this))
    await stop()
    const silent = createServer(() => {}).listen(port, 'localhost')
    await once(silent, 'listening')
    try {
      await page.reload()
      await page.getByRole('navigation', { name: 'Inbox and projects' }).waitFor()
    } finally {
      silent.closeAllConnections()
      silent.close()
    }
  })

  test('a link still works, and the server sees its token only when the button is pressed', async () => {
    const server = await serve(builds.this)
    await visit()
    const page = await context.newPage()
    const answer = await page.goto(await linkFrom(server))
    expect(answer?.fromServiceWorker()).toBe(true)
    await button(page, 'Continue to Inboard').click()
    await heading(page, 'Inbox').waitFor()
  })

  test('pages have the headers of the server', async () => {
    const { url } = await serve(builds.this)
    const page = await visit()
    const kept = (await page.reload())?.headers() ?? {}
    const sent = (await fetch(url)).headers
    const policies = [...sent.keys()].filter((name) => /policy|x-frame|x-content/.test(name))
    expect(policies.length).toBeGreaterThan(5)
    for (const name of policies) expect([name, kept[name]]).toEqual([name, sent.get(name)])
  })

  test('whatever is no page of the app is left to the server', async () => {
    await serve(builds.this)
    const page = await visit()
    for (const [path, status] of [
      ['/docs', 200],
      ['/openapi.json', 200],
      ['/metrics', 200],
      ['/healthz', 200],
      ['/readyz', 200],
      ['/mcp', 405],
      ['/api', 404],
      ['/api/me', 401],
      ['/assets/docs.css', 200],
      ['/sw.js', 200],
    ] as const) {
      const answer = await page.goto(path)
      expect([path, answer?.status(), answer?.fromServiceWorker()]).toEqual([path, status, false])
    }
    await page.goto('/')
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
    const [script] = await asked(scriptOf(builds.this), 'GET')
    expect(script.fromServiceWorker()).toBe(true)
  })
})

describe('a new version', () => {
  test('is there at the next start; pages that are open keep the files of theirs, older files go', async () => {
    await serve(builds.this)
    const open = await visit()
    const [first = ''] = await cachesOf(open)
    const chunk = `/${globSync('assets/drag-*.js', { cwd: join(builds.this, 'dist') })[0]}`
    // As if an update had failed before, and another program had used this port.
    await open.evaluate(() => caches.open('inboard-half').then(() => caches.open('not-ours')))

    const { url } = await serve(builds.next)
    const starting = await visit()
    expect(await scriptOn(starting)).toBe(scriptOf(builds.this))
    await becomes(async () => (await cachesOf(open)).includes('inboard-half'), false)
    expect(await cachesOf(open)).toEqual([first, 'not-ours', expect.stringMatching(/^inboard-/)])
    await becomes(() => restart(starting), scriptOf(builds.next))
    expect((await fetch(url + chunk)).status).toBe(404)
    expect(await open.evaluate((path) => fetch(path).then(({ status }) => status), chunk)).toBe(200)

    // Going back is an update, too.
    await serve(builds.this)
    await becomes(() => restart(starting), scriptOf(builds.this))
    await stop()
    await starting.reload()
    expect(await scriptOn(starting)).toBe(scriptOf(builds.this))
  })

  test('of which a file is missing leaves the old one whole', async () => {
    const half = makeClone()
    clones.push(half)
    edit(join(half.folder, 'package.json'), /"version": ".*?"/, '"version": "98.0.0"')
    buildIn(half.folder)
    for (const file of globSync('assets/drag-*.js*', { cwd: join(half.folder, 'dist') }))
      rmSync(join(half.folder, 'dist', file))
    await serve(builds.this)
    const page = await visit()
    const [first] = await cachesOf(page)
    await serve(half.folder)
    await page.reload()
    expect(await updateWorker(page)).toBe('redundant')
    await stop()
    await page.reload()
    await heading(page, 'Sign in').waitFor()
    expect(await scriptOn(page)).toBe(scriptOf(builds.this))
    // What was stored of it does not pass for the last version.
    await serve(builds.next)
    await becomes(() => restart(page), scriptOf(builds.next))
    await becomes(async () => (await cachesOf(page)).length, 2)
    expect((await cachesOf(page))[0]).toBe(first)
  })

  test('is offered to a page that is older, and loading it again brings it', async () => {
    const page = await arrive(await serve(builds.this))
    const offer = page.getByRole('region', { name: 'Update' })
    await serve(builds.next)
    await composer(page).fill('Milk')
    await page.keyboard.press('Enter')
    await offer.getByText('Inboard has been updated. Reload to use the new version.').waitFor()
    expect(await scriptOn(page)).toBe(scriptOf(builds.this))
    await button(page, 'Reload').click()
    await eventually(
      async () => (await scriptOn(page)) === scriptOf(builds.next) || undefined,
      'the new version',
    )
    await page.getByRole('listitem', { name: 'Milk' }).waitFor()
    expect(await offer.count()).toBe(0)
  })

  test('can wait, and is not offered twice', async () => {
    const page = await arrive(await serve(builds.this))
    const offer = page.getByRole('region', { name: 'Update' })
    await serve(builds.next)
    await composer(page).fill('Milk')
    await page.keyboard.press('Enter')
    await button(page, 'Later').focus()
    await page.keyboard.press('Enter')
    await offer.waitFor({ state: 'detached' })
    expect(await page.evaluate(() => document.activeElement?.localName)).toBe('main')
    await composer(page).fill('Bread')
    await page.keyboard.press('Enter')
    await page.getByRole('listitem', { name: 'Bread' }).waitFor()
    // The offer waits for two seconds of rest.
    await page.waitForTimeout(3000)
    expect(await offer.count()).toBe(0)
  })
})

describe('the worker goes', () => {
  test('when the server is one of the time before there was one', async () => {
    await serve(builds.this)
    const page = await visit()
    await serve(builds.workerless)
    await page.reload()
    await becomes(() => isRegistered(page), false)
    await page.reload()
    expect(await scriptOn(page)).toBe(scriptOf(builds.workerless))
  })

  test('when a proxy wants people to sign in first', async () => {
    await serve(builds.this)
    const page = await visit()
    await stop()
    const proxy = createServer(({ url = '' }, response) => {
      if (url.startsWith('/sign-in'))
        response.setHeader('content-type', 'text/html').end('<h1>Who are you?</h1>')
      else response.writeHead(302, { location: '/sign-in' }).end()
    }).listen(port, 'localhost')
    await once(proxy, 'listening')
    try {
      await page.reload()
      await becomes(() => isRegistered(page), false)
      await page.reload()
      await heading(page, 'Who are you?').waitFor()
    } finally {
      proxy.closeAllConnections()
      proxy.close()
    }
  })

  test('not when the server is down, or what answers in its place is no app', async () => {
    await serve(builds.this)
    const page = await visit()
    await stop()
    const seen: string[] = []
    const proxy = createServer(({ url = '' }, response) => {
      seen.push(url)
      response.writeHead(url === '/sw.js' ? 404 : 502, { 'content-type': 'text/html' }).end('<h1>Down</h1>')
    }).listen(port, 'localhost')
    await once(proxy, 'listening')
    try {
      for (let starts = 0; starts < 3; starts++) {
        const before = seen.filter((url) => url === '/').length
        await page.reload()
        await heading(page, 'Sign in').waitFor()
        await eventually(
          () => seen.filter((url) => url === '/').length > before || undefined,
          'the worker to look',
        )
      }
      expect(await isRegistered(page)).toBe(true)
    } finally {
      proxy.closeAllConnections()
      proxy.close()
    }
  })
})

test('where browsers allow no worker, on plain http from another machine, the app works without', async () => {
  await serve(builds.this)
  const complaints: string[] = []
  context.on('weberror', (error) => complaints.push(error.error().message))
  const page = await context.newPage()
  // The same machine by a name that is not trusted.
  await page.goto(`http://0.0.0.0:${port}/`)
  await heading(page, 'Sign in').waitFor()
  expect(await page.evaluate(() => [isSecureContext, 'serviceWorker' in navigator])).toEqual([false, false])
  expect(complaints).toEqual([])
})
