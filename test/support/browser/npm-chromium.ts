import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { BrowserProgram } from './program.ts'

const modules = resolve(import.meta.dirname, '../../../node_modules')
const bundle = join(modules, '@sparticuz/chromium')

/** The Chromium of the npm package, which contains a build for Linux on x64. It is unpacked once. */
export async function npmChromium(): Promise<BrowserProgram> {
  const { version } = JSON.parse(await readFile(join(bundle, 'package.json'), 'utf8'))
  const folder = join(modules, '.cache', `chromium-${version}-x64`)
  if (!existsSync(folder)) await unpackInto(folder)
  return {
    executablePath: join(folder, 'chromium'),
    // This build can't fork everywhere. The package starts it like this too.
    args: ['--no-zygote'],
    // A bare Linux has neither the libraries nor a single font.
    env: { LD_LIBRARY_PATH: join(folder, 'lib'), XDG_DATA_HOME: folder },
  }
}

/** Unpacked beside its final place and renamed: two runs may unpack at once, or be interrupted. */
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

// The package itself unpacks into the folder for temporary files, and uses any `chromium` there.
const decompressed = async (file: string) =>
  await promisify(brotliDecompress)(await readFile(join(bundle, 'bin', file)))
