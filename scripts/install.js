// Runs before `npm start` and `npm test`, on whatever Node the machine has (20 or later), before any
// dependency is installed. So it is plain JavaScript, and imports only Node's own modules.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const oldestNode = 26
const pinnedNode = 'node_modules/node/bin/node'

/** Undefined if the file is missing or incomplete. */
function lockedPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

function installed() {
  const wanted = Object.entries(lockedPackages('package-lock.json') ?? {}).filter(
    ([path, { optional }]) => path && !optional,
  )
  // npm writes this file last, so an interrupted install counts as missing.
  const found = lockedPackages('node_modules/.package-lock.json')
  if (!found || wanted.some(([path]) => !existsSync(`${path}/package.json`)))
    return 'Dependencies are missing'
  if (wanted.some(([path, { version }]) => found[path]?.version !== version))
    return 'Dependencies are out of date'
  if (!nodeIsCurrent()) return `Node ${oldestNode} or later is missing`
  return 'yes'
}

const nodeIsCurrent = () =>
  existsSync(pinnedNode) ||
  existsSync(`${pinnedNode}.exe`) ||
  Number.parseInt(process.versions.node, 10) >= oldestNode

const state = installed()
if (state !== 'yes') {
  console.error(`${state}: running npm ci …`)
  const npm = process.env.npm_execpath
  const options = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...options], { stdio: 'inherit' })
    : spawnSync(['npm', ...options].join(' '), { stdio: 'inherit', shell: true })
  if (status !== 0) {
    console.error(
      'npm ci failed (see above). Inboard needs the npm registry once, to install its dependencies.',
    )
    process.exit(1)
  }
  if (!nodeIsCurrent()) {
    console.error(
      `Inboard needs Node ${oldestNode} or later. This is ${process.version}, and npm was told not to run the ` +
        'install script of the package "node", which brings a current one. Allow it, or install a newer Node.',
    )
    process.exit(1)
  }
  console.error('Dependencies are installed.')
}
