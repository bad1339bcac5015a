import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

const modules = resolve(import.meta.dirname, '../../node_modules')
const bundle = join(modules, '@sparticuz/chromium')

/** Any Chromium will do: the one in TEST_BROWSER, the one that npm brought, or one installed on this machine. */
export async function launchBrowser(): Promise<Browser> {
  const { args = [], ...options } = await choice()
  return await chromium.launch({ ...options, args: [...args, `--blink-settings=${blinkSettings}`] })
}

const blinkSettings = [
  // Playwright's own, which this flag would otherwise take away: there is a mouse, and it can hover.
  'primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
  // A long press picks things up, as it does in a browser with a window.
  'touchDragDropEnabled=true',
].join()

async function choice(): Promise<LaunchOptions> {
  const { TEST_BROWSER } = process.env
  if (TEST_BROWSER) return { executablePath: TEST_BROWSER }
  // The package holds a build for this one platform.
  if (process.platform === 'linux' && process.arch === 'x64') return await bundledChromium()
  const executablePath = installedBrowsers().find((path) => existsSync(path))
  if (executablePath) return { executablePath }
  throw new Error(
    'The tests need a browser, and there is none in the usual places. Install Chromium, Chrome or Edge, ' +
      'or put the path of one in TEST_BROWSER.',
  )
}

function installedBrowsers(): string[] {
  if (process.platform === 'darwin')
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    )
  if (process.platform === 'win32')
    return ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].flatMap((variable) =>
      ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'].map((path) =>
        join(process.env[variable] ?? '', path),
      ),
    )
  // The first has no windows to draw, and takes less than half the time.
  return ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'microsoft-edge'].map(
    (name) => `/usr/bin/${name}`,
  )
}

async function bundledChromium(): Promise<LaunchOptions> {
  const { version } = JSON.parse(await readFile(join(bundle, 'package.json'), 'utf8'))
  const folder = join(modules, '.cache', `chromium-${version}-${process.arch}`)
  if (!existsSync(folder)) await unpackInto(folder)
  return {
    executablePath: join(folder, 'chromium'),
    // This build cannot fork itself everywhere; the package, too, always starts it so.
    args: ['--no-zygote'],
    // A bare Linux has neither the libraries nor a single font.
    env: { ...process.env, LD_LIBRARY_PATH: join(folder, 'lib'), XDG_DATA_HOME: folder },
  }
}

/** Several workers may unpack at once: each does so beside the folder, and the first to finish puts it in place. */
async function unpackInto(folder: string): Promise<void> {
  await mkdir(join(modules, '.cache'), { recursive: true })
  const own = await mkdtemp(`${folder}-`)
  try {
    await writeFile(join(own, 'chromium'), await decompressed('chromium.br'), { mode: 0o755 })
    for (const archive of ['al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br'])
      execFileSync('tar', ['-xf', '-', '--no-same-owner', '-C', own], { input: await decompressed(archive) })
    await rename(own, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
  } finally {
    await rm(own, { recursive: true, force: true })
  }
}

// The package's own way unpacks into the folder for temporary files, and takes any `chromium` it finds there.
const decompressed = async (file: string) =>
  await promisify(brotliDecompress)(await readFile(join(bundle, 'bin', file)))
