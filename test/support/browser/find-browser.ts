import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { installPackage } from '../machine/apt.ts'
import { npmChromium } from './npm-chromium.ts'
import { type BrowserProgram, launch } from './program.ts'

/** The machine, besides the environment. Tests can describe another one. */
export interface Machine {
  platform: NodeJS.Platform
  arch: string
  isRoot: boolean
  /** Where to look for programs. */
  folders: string[]
}

const thisMachine = (): Machine => ({
  platform: process.platform,
  arch: process.arch,
  isRoot: process.getuid?.() === 0,
  folders: [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin'],
})

/**
 * Finds a browser that starts: the one that TEST_BROWSER names, or the first of these: from npm, installed on
 * this machine, from Playwright's installer, from the system's packages. Reports steps that take a while.
 */
export async function findBrowser(machine: Machine = thisMachine()): Promise<BrowserProgram> {
  const { TEST_BROWSER } = process.env
  if (TEST_BROWSER) {
    const program = { executablePath: TEST_BROWSER }
    if (await starts(program)) return program
    throw new Error(`TEST_BROWSER is ${TEST_BROWSER}, which does not start.`)
  }
  const found =
    (await fromNpm(machine)) ??
    (await installed(machine)) ??
    (await fromPlaywright(machine)) ??
    (await fromSystem(machine))
  if (found) return found
  throw new Error(
    'The browser tests need a browser, and none could be found or installed: install Chromium, Chrome or Edge, ' +
      'or run `npx playwright-core install-deps chromium` as root and try again, or set TEST_BROWSER to the path of one.',
  )
}

const say = (text: string) => process.stderr.write(`Browser for the tests: ${text}\n`)

/** Draws a page, which a browser that lacks libraries, or is a mere placeholder package, can't do. */
async function starts(program: BrowserProgram): Promise<boolean> {
  try {
    const browser = await launch(program)
    try {
      await (await browser.newPage()).goto('about:blank')
      return true
    } finally {
      await browser.close()
    }
  } catch {
    return false
  }
}

async function fromNpm({ platform, arch }: Machine): Promise<BrowserProgram | undefined> {
  if (platform !== 'linux' || arch !== 'x64') return undefined
  try {
    const program = await npmChromium()
    if (await starts(program)) return program
  } catch {
    // It could not even be unpacked.
  }
  say('the one from npm does not start here, looking for another.')
  return undefined
}

async function installed(machine: Machine): Promise<BrowserProgram | undefined> {
  for (const executablePath of new Set(usualPlaces(machine).filter((path) => existsSync(path)))) {
    if (await starts({ executablePath })) return { executablePath }
    say(`${executablePath} does not start, looking for another.`)
  }
  return undefined
}

function usualPlaces({ platform, folders }: Machine): string[] {
  if (platform === 'darwin')
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    )
  if (platform === 'win32')
    return ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].flatMap((variable) =>
      ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'].map((path) =>
        join(process.env[variable] ?? '', path),
      ),
    )
  // The first one has no windows to draw, and takes less than half the time.
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'microsoft-edge']
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

async function fromPlaywright({ platform, arch, isRoot }: Machine): Promise<BrowserProgram | undefined> {
  const program = {}
  if (await starts(program)) return program
  say(`npm and this machine have none that starts (${platform}-${arch}), installing Playwright's …`)
  const downloaded = playwright('install', 'chromium-headless-shell')
  if (await starts(program)) return program
  if (!downloaded || !isRoot) return undefined
  say("Playwright's does not start, installing the libraries that it needs …")
  playwright('install-deps', 'chromium-headless-shell')
  return (await starts(program)) ? program : undefined
}

const cli = resolve(import.meta.dirname, '../../../node_modules/playwright-core/cli.js')

/** Resolves to true if it succeeded. A network that drops everything must not block the tests forever. */
const playwright = (...options: string[]) =>
  spawnSync(process.execPath, [cli, ...options], { timeout: 600_000 }).status === 0

async function fromSystem(machine: Machine): Promise<BrowserProgram | undefined> {
  if (!machine.isRoot) return undefined
  say("Playwright's cannot be used here, installing the system's with apt-get …")
  return installPackage('chromium-headless-shell', 'chromium') ? await installed(machine) : undefined
}
