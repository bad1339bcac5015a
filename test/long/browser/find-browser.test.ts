import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { chromium } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { Machine } from '../../support/browser/find-browser.ts'
import { root } from '../../support/processes/process.ts'
import { zip } from '../../support/processes/zip.ts'

const top = mkdtempSync(join(tmpdir(), 'inboard browsers '))
afterAll(() => rmSync(top, { recursive: true, force: true }))

/** A program that is a browser: it starts the one that these tests have found. */
let browser: string
const broken = '#!/bin/sh\nexit 1\n'

beforeAll(() => {
  const found = inject('browser')
  if ('missing' in found) throw new Error(found.missing)
  const path = found.executablePath ?? chromium.executablePath()
  const settings = Object.entries(found.env ?? {}).map(([name, value]) => `export ${name}='${value}'\n`)
  browser = `#!/bin/sh\n${settings.join('')}exec '${path}' ${found.args?.join(' ') ?? ''} "$@"\n`
})

/** Where Playwright's installer gets its browser from in these tests. */
let playwrights: string
const downloads = createServer(({ url = '' }, response) => {
  const name = basename(url, '.zip')
  const isBrowser = name.startsWith('chrome-headless-shell')
  response.end(isBrowser ? zip(`${name}/chrome-headless-shell`, playwrights) : zip('ffmpeg-linux', broken))
})
beforeAll(async () => {
  downloads.listen(0, '127.0.0.1')
  await once(downloads, 'listening')
})
afterAll(() => downloads.close())

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(top, 'machine '))
})

function program(name: string, script: string): string {
  const path = join(folder, name)
  writeFileSync(path, script, { mode: 0o755 })
  return path
}

/** As a machine would that npm has no browser for, and with only the programs that were put into its folder. */
async function find({ isRoot = false, ...environment }: { isRoot?: boolean; TEST_BROWSER?: string } = {}) {
  const machine: Machine = { platform: 'linux', arch: 'arm64', isRoot, folders: [folder] }
  const module = join(import.meta.dirname, '../../support/browser/find-browser.ts')
  const script = `
    import { findBrowser } from ${JSON.stringify(module)}
    const found = await findBrowser(${JSON.stringify(machine)}).catch(({ message }) => ({ message }))
    console.log(JSON.stringify(found))`
  const { port } = downloads.address() as AddressInfo
  const env = {
    PATH: `${folder}${delimiter}${process.env.PATH}`,
    HOME: folder,
    // Most of the time goes into starting Node with Playwright, here and in its installer.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
    PLAYWRIGHT_BROWSERS_PATH: join(folder, 'playwright'),
    PLAYWRIGHT_DOWNLOAD_HOST: `http://127.0.0.1:${port}`,
    ...environment,
  }
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { env })
  const [said, found] = await Promise.all([text(child.stderr), text(child.stdout), once(child, 'close')])
  return { found: JSON.parse(found), said: said.split('\n').filter(Boolean) }
}

const line = (text: string) => `Browser for the tests: ${text}`
const installsPlaywrights = line(
  "npm and this machine have none that starts (linux-arm64), installing Playwright's …",
)
const installsLibraries = line("Playwright's does not start, installing the libraries that it needs …")
const installsPackage = line("Playwright's cannot be used here, installing the system's with apt-get …")

describe('TEST_BROWSER', () => {
  test('is taken before any other, without a word', async () => {
    program('chromium', browser)
    const executablePath = program('mine', browser)
    expect(await find({ TEST_BROWSER: executablePath })).toEqual({ found: { executablePath }, said: [] })
  })

  test('must start: no other is taken in its place', async () => {
    program('chromium', browser)
    const { found } = await find({ TEST_BROWSER: program('mine', broken) })
    expect(found).toEqual({ message: `TEST_BROWSER is ${join(folder, 'mine')}, which does not start.` })
  })
})

test('an installed browser is used, and one that does not start is passed over', async () => {
  const placeholder = program('chromium-headless-shell', broken)
  const executablePath = program('google-chrome', browser)
  expect(await find()).toEqual({
    found: { executablePath },
    said: [line(`${placeholder} does not start, looking for another.`)],
  })
})

describe('where none is installed', () => {
  /** Of all packages it has this one, which does this when it is installed. */
  function aptGet(name: string, installs: string) {
    program(
      'apt-get',
      `#!/bin/sh\n[ "$1" = update ] && exit\ncase "$*" in *'${name}') ${installs};; *) exit 100; esac\n`,
    )
    // Playwright calls it so, unless these tests are run by root.
    program('sudo', '#!/bin/sh\nshift\nexec "$@"\n')
  }

  test('Playwright brings one, and root the libraries that it lacks, once', async () => {
    playwrights = browser.replace('exec', `[ -e '${folder}/libraries' ] || exit 127\nexec`)
    aptGet('', `touch '${folder}/libraries'`)
    expect(await find({ isRoot: true })).toEqual({
      found: {},
      said: [installsPlaywrights, installsLibraries],
    })
    expect(await find()).toEqual({ found: {}, said: [] })
  })

  test("and Playwright's never starts, root installs the system's package, and others are told what to do", async () => {
    playwrights = broken
    const { found, said } = await find()
    expect(said).toEqual([installsPlaywrights])
    expect(found.message).toMatch(/^The browser tests need a browser, .* TEST_BROWSER .*\.$/)

    writeFileSync(join(folder, 'package'), browser, { mode: 0o755 })
    aptGet(' chromium', `cp '${folder}/package' '${folder}/chromium'`)
    expect(await find({ isRoot: true })).toEqual({
      found: { executablePath: join(folder, 'chromium') },
      said: [installsPlaywrights, installsLibraries, installsPackage],
    })
  })
})
