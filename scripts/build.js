// Builds the web app if its sources have changed since the last build. Plain JavaScript, like install.js.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { makeOnce, root } from './make-once.js'

const others = ['vite.config.ts', 'tsconfig.json', 'package.json', 'package-lock.json']

await makeOnce('dist', ['src/web', 'src/board', 'src/client', 'src/contract', ...others], (folder) => {
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { status } = spawnSync(process.execPath, [vite, 'build', '--outDir', folder], {
    cwd: root,
    stdio: 'inherit',
    // Whatever the environment of the caller, this is a production build.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (status !== 0) throw new Error('The web app could not be built (see above).')
}).catch((error) => {
  console.error(error.message)
  process.exit(1)
})
