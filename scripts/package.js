// Before `npm pack`: makes the folder `build`, with the program and the client as they are published.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { bundle, program, root } from './bundle.js'
import { licences } from './licences.js'

const folder = join(root, 'build')
rmSync(folder, { recursive: true, force: true })
await bundle({ ...program, client: 'src/client/client.ts' }, folder, {
  plugins: [licences('third-party-licences.txt')],
})
const { status } = spawnSync(
  process.execPath,
  [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'src/client', '--outDir', join(folder, 'types')],
  { cwd: root, stdio: ['ignore', 2, 2] },
)
if (status !== 0) process.exit(1)
