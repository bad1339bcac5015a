// Makes one file that serves without Node, for the platform that it is made on: Node itself, with the program
// inside.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { bundle, program, root, shipped } from './bundle.js'

const output = resolve(
  process.argv[2] ?? join(root, 'executable', process.platform === 'win32' ? 'inboard.exe' : 'inboard'),
)
/** Modules in an executable have no URL, so only Node's own modules can be required. */
const placed = {
  name: 'placed',
  renderChunk: (code) => code.replaceAll('import.meta.url', 'process.execPath'),
}

const workshop = mkdtempSync(join(tmpdir(), 'inboard-executable-'))
try {
  await bundle(program, workshop, { isOne: true, plugins: [placed] })

  const files = globSync(shipped, { cwd: root }).filter((file) => statSync(join(root, file)).isFile())
  const config = join(workshop, 'sea.json')
  mkdirSync(join(output, '..'), { recursive: true })
  writeFileSync(
    config,
    JSON.stringify({
      main: join(workshop, 'inboard.js'),
      mainFormat: 'module',
      executable: smallNode(),
      output,
      disableExperimentalSEAWarning: true,
      useCodeCache: true,
      assets: Object.fromEntries(files.map((file) => [file.replaceAll('\\', '/'), join(root, file)])),
    }),
  )
  run(process.execPath, '--build-sea', config)
  if (process.platform === 'darwin') run('codesign', '--sign', '-', '--force', output)
  console.error(`${output}: ${Math.round(statSync(output).size / 1e6)} MB`)
} finally {
  rmSync(workshop, { recursive: true, force: true })
}

/**
 * Without its symbols, if the machine can take them away: before the program is in it, because afterwards it
 * would break.
 */
function smallNode() {
  const copy = join(workshop, 'node')
  copyFileSync(process.execPath, copy)
  chmodSync(copy, 0o755)
  const { status } = spawnSync('strip', [copy], { stdio: 'ignore' })
  return status === 0 || process.platform !== 'linux' ? copy : process.execPath
}

function run(program, ...words) {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${words[0]} failed: ${stdout}${stderr}`)
}
