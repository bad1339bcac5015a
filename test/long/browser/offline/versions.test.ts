import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cachesOf, isInCharge, isRegistered, scriptOf, scriptOn } from '../../../browser/offline/worker.ts'
import { button, heading, linkIn, openLink } from '../../../support/browsing/account.ts'
import { composer } from '../../../support/browsing/boards.ts'
import { becomes, openBrowser } from '../../../support/browsing/browsing.ts'
import { cleanUp, root } from '../../../support/processes/process.ts'
import { eventually } from '../../../support/service/inboard.ts'
import { makeBuild, makeServers, updateWorker, version } from './builds.ts'

let browser: Browser
let context: BrowserContext
let servers: Awaited<ReturnType<typeof makeServers>>
const clones: ReturnType<typeof makeBuild>[] = []
let next: string

function build(changes: Parameters<typeof makeBuild>[0]): string {
  const clone = makeBuild(changes)
  clones.push(clone)
  return clone.folder
}

beforeAll(async () => {
  browser = await openBrowser()
  servers = await makeServers()
  next = build(version('99.0.0'))
})
afterAll(async () => {
  await browser?.close()
  cleanUp()
  for (const { remove } of clones) remove()
})
beforeEach(async () => {
  context = await browser.newContext({ baseURL: servers.url })
})
afterEach(() => context.close())

/** A tab on a page whose worker is in charge. */
async function visit(path = '/'): Promise<Page> {
  const page = await context.newPage()
  await page.goto(path)
  await isInCharge(page)
  return page
}

/** Resolves to the script that it starts with. A browser that does nothing but start finds no time to look for a new worker. */
async function restart(page: Page): Promise<string | null> {
  await updateWorker(page)
  await page.reload()
  return await scriptOn(page)
}

describe('a new version', () => {
  test('is there at the next start; pages that are open keep the files of theirs, older files go', async () => {
    await servers.serve(root)
    const open = await visit()
    const [first = ''] = await cachesOf(open)
    const chunk = `/${globSync('assets/drag-*.js', { cwd: join(root, 'dist') })[0]}`
    // As if an update had failed before, and another program had used this port.
    await open.evaluate(() => caches.open('inboard-half').then(() => caches.open('not-ours')))

    const { url } = await servers.serve(next)
    const starting = await visit()
    expect(await scriptOn(starting)).toBe(scriptOf(root))
    await becomes(async () => (await cachesOf(open)).includes('inboard-half'), false)
    expect(await cachesOf(open)).toEqual([first, 'not-ours', expect.stringMatching(/^inboard-/)])
    await becomes(() => restart(starting), scriptOf(next))
    expect((await fetch(url + chunk)).status).toBe(404)
    expect(await open.evaluate((path) => fetch(path).then(({ status }) => status), chunk)).toBe(200)

    // Going back is an update, too.
    await servers.serve(root)
    await becomes(() => restart(starting), scriptOf(root))
    await servers.stop()
    await starting.reload()
    expect(await scriptOn(starting)).toBe(scriptOf(root))
  })

  test('of which a file is missing leaves the old one whole', async () => {
    const half = build(version('98.0.0'))
    for (const file of globSync('assets/drag-*.js*', { cwd: join(half, 'dist') }))
      rmSync(join(half, 'dist', file))
    await servers.serve(root)
    const page = await visit()
    const [first] = await cachesOf(page)
    await servers.serve(half)
    await page.reload()
    expect(await updateWorker(page)).toBe('redundant')
    await servers.stop()
    await page.reload()
    await heading(page, 'Sign in').waitFor()
    expect(await scriptOn(page)).toBe(scriptOf(root))
    // What was stored of it does not pass for the last version.
    await servers.serve(next)
    await becomes(() => restart(page), scriptOf(next))
    await becomes(async () => (await cachesOf(page)).length, 2)
    expect((await cachesOf(page))[0]).toBe(first)
  })

  test('is offered to a page that is older, and loading it again brings it', async () => {
    const { client, mails } = await servers.serve(root)
    const email = 'person@example.com'
    await client().requestLink({ email })
    const { text } = await eventually(() => mails().find(({ to }) => to === email), `a link for ${email}`)
    const page = await openLink(context, linkIn(text))
    // The cards have been loaded, which a server that goes now would prevent.
    await composer(page).waitFor()
    await isInCharge(page)
    const offer = page.getByRole('region', { name: 'Update' })
    await servers.serve(next)
    await composer(page).fill('Milk')
    await page.keyboard.press('Enter')
    await offer.getByText('Inboard has been updated. Reload to use the new version.').waitFor()
    expect(await scriptOn(page)).toBe(scriptOf(root))
    await button(page, 'Reload').click()
    await eventually(async () => (await scriptOn(page)) === scriptOf(next) || undefined, 'the new version')
    await page.getByRole('listitem', { name: 'Milk' }).waitFor()
    expect(await offer.count()).toBe(0)
  })
})

test('the worker goes when the server is one of the time before there was one', async () => {
  const workerless = build({
    'src/web/main.tsx': [/^.*registerWorker.*$/gm, ''],
    'src/server/http/pages.ts': [/^.*'\/sw\.js'.*$/m, ''],
  })
  await servers.serve(root)
  const page = await visit()
  await servers.serve(workerless)
  await page.reload()
  await becomes(() => isRegistered(page), false)
  await page.reload()
  expect(await scriptOn(page)).toBe(scriptOf(workerless))
})
