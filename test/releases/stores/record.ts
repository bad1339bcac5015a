import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { databaseUrl } from '../../../src/server/config/config.ts'
import { add, button, card, composer, edit, heading, link, tick } from '../../support/browsing/boards.ts'
import { becomes, boardOn, goOffline, intercept, openBrowser } from '../../support/browsing/browsing.ts'
import { refusedIn, storedIn } from '../../support/browsing/store.ts'
import { cleanUp, newFolder, root, run } from '../../support/processes/process.ts'
import { releases, restore } from '../release.ts'
import type { RecordedStore, Row } from './store.ts'

// `node test/releases/stores/record.ts [CHECKOUT]`, once for each release, after its database is recorded: Ada of that database does
// everything that can be done in the app of that version, in a browser without a network. What is on the device then is
// written to a file, and so is the app itself. The tests open the one with the app of today, and the other on a store of today
// (`test/browser/outbox/releases.test.ts` and `old-page.test.ts`). CHECKOUT has `node_modules` and a built web app.

const checkout = resolve(process.argv[2] ?? root)
const { version: release } = JSON.parse(readFileSync(join(checkout, 'package.json'), 'utf8'))
const fileOf = (ending: string) => join(import.meta.dirname, `${release}.${ending}`)

/** The server of the release, on the database that was recorded of it. */
async function serve() {
  const recorded = releases.find(({ version }) => version === release)
  const folder = newFolder()
  const database = databaseUrl(`sqlite:${join(folder, 'inboard.db')}`)
  if (!recorded || !database) throw new Error(`the database of ${release} is not recorded yet`)
  await restore(recorded, database)
  return await run({ folder, command: [process.execPath, join(checkout, 'src/server/main.ts')] })
}

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}

/** A card that the server refuses waits for the person to decide. */
async function beRefused(page: Page, userId: string): Promise<void> {
  const body = {
    type: 'about:blank',
    title: 'Conflict',
    status: 409,
    code: 'card_limit_reached',
    detail: 'Full.',
  }
  await intercept(page, '**/api/batch', (route) =>
    route.fulfill({ json: { results: [{ status: 409, body }] } }),
  )
  await add(page, 'One too many')
  await becomes(async () => (await refusedIn(page, userId)).length, 1)
  await page.unroute('**/api/batch')
}

/** One of every kind of operation, each where a person would do it. */
async function doEverything(page: Page): Promise<void> {
  await add(page, 'Buy stamps')
  await card(page, 'Buy stamps').waitFor()
  await edit(page, 'Buy string', 'Buy strong string')
  await press(page, 'Enter')
  await card(page, 'Buy strong string').waitFor()
  await tick(page, 'Call Lin').click()
  await card(page, 'Read').focus()
  await press(page, 'Delete')
  await card(page, 'Read').waitFor({ state: 'detached' })
  await press(page, 'z')
  await card(page, 'Read').waitFor()
  await card(page, 'Once').focus()
  await press(page, 'Delete')
  await card(page, 'Once').waitFor({ state: 'detached' })

  await button(page, 'New project').click()
  await page.getByRole('textbox', { name: 'Name of the new project' }).fill('Shed')
  await press(page, 'Enter')
  await heading(page, 'Shed').waitFor()
  await add(page, 'Mend the roof', 'To do')
  await card(page, 'Mend the roof').focus()
  await press(page, 'Shift+ArrowRight')
  await becomes(async () => (await boardOn(page)).Doing, ['Mend the roof'])

  await link(page, /^Garden/).click()
  await card(page, 'לקצור').focus()
  await press(page, 'Shift+ArrowDown', 'Shift+ArrowRight')
  await becomes(async () => (await boardOn(page)).Done?.includes('לקצור'), true)

  await link(page, /^Haus/).click()
  await page.getByRole('heading', { level: 1 }).getByRole('button').click()
  await page.getByRole('textbox', { name: 'Project name' }).fill('House')
  await press(page, 'Enter')
  await heading(page, 'House').waitFor()
  await deleteProject(page)
  await press(page, 'z')
  await link(page, /^House/).waitFor()

  await button(page, 'New project').click()
  await page.getByRole('textbox', { name: 'Name of the new project' }).fill('A mistake')
  await press(page, 'Enter')
  await heading(page, 'A mistake').waitFor()
  await deleteProject(page)

  await press(page, 'b')
  await page.getByRole('button', { name: /^Permanently delete .Throw away/ }).click()
  await page.getByRole('dialog').getByRole('button').last().click()
  await page.getByRole('button', { name: /^Permanently delete .Throw away/ }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /^Restore .Attic/ }).click()
  await page.getByRole('button', { name: /^Restore .Attic/ }).waitFor({ state: 'detached' })
}

async function deleteProject(page: Page): Promise<void> {
  await button(page, 'Project actions').click()
  await page.getByRole('menuitem', { name: 'Delete this project' }).click()
  await page.getByRole('dialog').getByRole('button').last().click()
  await heading(page, 'Inbox').waitFor()
}

async function shownOn(page: Page): Promise<RecordedStore['shown']> {
  const bin = await page.locator('.binned .what').allTextContents()
  const boards: RecordedStore['shown']['boards'] = {}
  const completed: string[] = []
  const titles = await page.locator('nav li .name').allTextContents()
  for (const title of ['Inbox', ...titles]) {
    await page.getByRole('link', { name: new RegExp(`^${title}`) }).click()
    await heading(page, title).waitFor()
    boards[title] = await boardOn(page)
    completed.push(...(await page.locator('.card:has(:checked) .text').allTextContents()))
  }
  return { boards, completed, bin }
}

/** In the browser. */
async function readStore(name: string): Promise<Pick<RecordedStore, 'version' | 'parts'>> {
  const opening = indexedDB.open(name)
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const db = await done(opening)
  const parts: Record<string, Row[]> = {}
  for (const part of db.objectStoreNames) {
    const store = db.transaction(part).objectStore(part)
    const [keys, values] = await Promise.all([done(store.getAllKeys()), done(store.getAll())])
    parts[part] = values.map((value, index) => ({
      value,
      ...(store.keyPath === null && { key: String(keys[index]) }),
    }))
  }
  const { version } = db
  db.close()
  return { version, parts }
}

async function record(): Promise<RecordedStore> {
  const server = await serve()
  const token = await server.signIn('ada@example.com')
  const user = await (
    await fetch(`${server.url}/api/me`, { headers: { authorization: `Bearer ${token}` } })
  ).json()
  const session = { token, token_type: 'Bearer', expires_at: '2099-01-01T00:00:00.000Z', ...user }
  const browser = await openBrowser()
  try {
    const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage()
    await page.addInitScript(
      (memory) => {
        for (const [key, value] of Object.entries(memory)) localStorage.setItem(key, JSON.stringify(value))
      },
      { 'inboard.session': session, 'inboard.declined-passkey': [user.user.id] },
    )
    // What the pages need, and the bin, is there before the network goes.
    await page.goto(`${server.url}/bin`)
    await page.getByRole('button', { name: /^Restore .Attic/ }).waitFor()
    await becomes(async () => (await storedIn(page, user.user.id, 'cards')).length > 0, true)
    await press(page, 'i')
    await composer(page).waitFor()
    await beRefused(page, user.user.id)
    await goOffline(page)
    await doEverything(page)
    const shown = await shownOn(page)
    return { release, ...(await page.evaluate(readStore, `inboard.${user.user.id}`)), shown }
  } finally {
    await browser.close()
    await server.kill('SIGTERM')
  }
}

/** The app of the last release as it is served: its page and what that loads. Those of others are not needed. */
function recordApp(): void {
  if (release !== releases.at(-1)?.version) return
  for (const file of globSync('*.app.br', { cwd: import.meta.dirname }))
    rmSync(join(import.meta.dirname, file))
  const dist = join(checkout, 'dist')
  const paths = globSync('{index.html,assets/*.{js,css}}', { cwd: dist }).sort()
  const app = Object.fromEntries(paths.map((path) => [`/${path}`, readFileSync(join(dist, path), 'utf8')]))
  writeFileSync(fileOf('app.br'), brotliCompressSync(JSON.stringify(app)))
}

try {
  writeFileSync(fileOf('json'), `${JSON.stringify(await record(), undefined, 2)}\n`)
  recordApp()
} finally {
  cleanUp()
}
