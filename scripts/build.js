// Builds the web app if its sources have changed since it was last built. Plain JavaScript, as install.js is.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const dist = join(root, 'dist')

/** One name for everything that the built app is made of. */
function sources() {
  const folders = ['src/web', 'src/client', 'src/contract']
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  const hash = createHash('sha256')
  const others = ['vite.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json'].map((name) =>
    join(root, name),
  )
  for (const file of [...files.sort(), ...others]) {
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

function lastBuilt() {
  try {
    return readFileSync(join(dist, 'built-from'), 'utf8')
  } catch {
    return undefined
  }
}

const wanted = sources()
if (lastBuilt() !== wanted) {
  // Beside its place, and put there whole: a server that starts meanwhile, or a second build, finds all of it or none.
  const made = join(root, `dist-${process.pid}`)
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { status } = spawnSync(process.execPath, [vite, 'build', '--outDir', made], {
    cwd: root,
    stdio: 'inherit',
    // Whatever it is for the caller, the app is built for its users.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) {
    rmSync(made, { recursive: true, force: true })
    console.error('The web app could not be built (see above).')
    process.exit(1)
  }
  writeFileSync(join(made, 'built-from'), wanted)
  rmSync(dist, { recursive: true, force: true })
  renameSync(made, dist)
}
