// Makes one file that serves without Node: Node itself, with the program inside. By default for the platform that
// it is made on; `--for linux-arm64` makes it for another one, which starts a little later, because compiled code
// works only where it was compiled.
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
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { bundle, program, root, shipped } from './bundle.js'

const here = `${process.platform}-${process.arch}`
const { values, positionals } = parseArgs({
  options: { for: { type: 'string', default: here } },
  allowPositionals: true,
})
const platform = values.for
const isWindows = platform.startsWith('win')
const output = resolve(positionals[0] ?? join(root, 'executable', isWindows ? 'inboard.exe' : 'inboard'))

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
  mkdirSync(dirname(output), { recursive: true })
  writeFileSync(
    config,
    JSON.stringify({
      main: join(workshop, 'inboard.js'),
      mainFormat: 'module',
      executable: platform === here ? smallNode() : nodeFor(platform),
      output,
      disableExperimentalSEAWarning: true,
      useCodeCache: platform === here,
      assets: Object.fromEntries(files.map((file) => [file.replaceAll('\\', '/'), join(root, file)])),
    }),
  )
  run(process.execPath, '--build-sea', config)
  if (platform.startsWith('darwin')) run('codesign', '--sign', '-', '--force', output)
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

/** The same Node for another platform, from the npm registry, which checks what arrives. */
function nodeFor(platform) {
  const name = `node-${platform.replace('win32', 'win')}@${process.versions.node}`
  const packed = JSON.parse(run('npm', 'pack', name, '--json', '--pack-destination', workshop))
  const folder = join(workshop, 'other')
  mkdirSync(folder)
  run('tar', '--extract', '--file', join(workshop, packed[0].filename), '--directory', folder)
  return join(folder, 'package', 'bin', isWindows ? 'node.exe' : 'node')
}

function run(program, ...words) {
  const { status, stdout, stderr, error } = spawnSync(program, words, { encoding: 'utf8' })
  if (status !== 0)
    throw new Error(`${program} ${words[0]} failed: ${error?.message ?? ''}${stdout}${stderr}`)
  return stdout
}
