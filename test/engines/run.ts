import { spawnSync } from 'node:child_process'
import { engineNames, findEngine, packagesFor } from '../support/engines/find.ts'
import { installPackage } from '../support/machine/apt.ts'

const help = `The app in Firefox and WebKit, as in Chromium: everything in test/engines and test/long/engines.

  npm run test:engines                 in those that are installed
  npm run test:engines -- --install    installs what is missing first, with apt-get (Debian or Ubuntu, as root)

Anything else is passed on to vitest: a file's name, -t 'part of a test's name'.`

const given = process.argv.slice(2)
if (given.includes('--help')) {
  console.log(help)
  process.exit()
}

if (given.includes('--install'))
  for (const name of engineNames) {
    if (findEngine(name)) continue
    console.log(`Installing ${name} with apt-get …`)
    for (const one of packagesFor(name)) installPackage(one)
    if (findEngine(name)) continue
    console.error(
      `${name} could not be installed. It takes apt-get, root, and these: ${packagesFor(name).join(', ')}.`,
    )
    process.exit(1)
  }

const rest = given.filter((option) => option !== '--install')
const { status } = spawnSync('vitest', ['run', '--project=engines', '--project=long-engines', ...rest], {
  stdio: 'inherit',
})
process.exit(status ?? 1)
