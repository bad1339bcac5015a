// `npm run release` pushes the tag of the version in package.json, and the workflow of the same name does the rest.
// `npm run release -- --dry-run` makes what it would publish, as far as this machine can, in the folder `release`.
// Two more are for the workflow: `--try FILE` starts an executable, and `--papers FOLDER` writes what goes with the files
// that are there.
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { notesOf, version, writePapers } from './papers.ts'
import { root, run } from './run.ts'
import { tryOut } from './try-out.ts'

const { values } = parseArgs({
  options: { 'dry-run': { type: 'boolean' }, try: { type: 'string' }, papers: { type: 'string' } },
})
const tag = `v${version}`

/** Linux and Windows can be made on any machine. Only a Mac can sign for macOS. */
const executables = [
  { platform: 'linux-x64', name: 'inboard-linux-x64' },
  { platform: 'linux-arm64', name: 'inboard-linux-arm64' },
  { platform: 'win32-x64', name: 'inboard-windows-x64.exe' },
]

try {
  if (values.try) await tryOut(resolve(values.try), version)
  else if (values.papers) await writePapers(resolve(values.papers))
  else if (values['dry-run']) await makeEverything()
  else pushTag()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function makeEverything(): Promise<void> {
  const folder = join(root, 'release')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder)
  run('npm', 'pack', '--pack-destination', folder)
  console.log(`inboard-${version}.tgz: ${sizeOf(folder, `inboard-${version}.tgz`)}`)
  for (const { platform, name } of executables) {
    run(process.execPath, 'scripts/executable.js', '--for', platform, join(folder, name))
    const isOurs = platform === `${process.platform}-${process.arch}`
    if (isOurs) await tryOut(join(folder, name), version)
    console.log(`${name}: ${sizeOf(folder, name)}${isOurs ? ', tried out' : ', not tried out here'}`)
  }
  await writePapers(folder)
  console.log(`SHA256SUMS, NOTES.md and the bill of materials are beside them, in ${folder}`)
  const mistakes = mistakesBeforeTag()
  if (mistakes.length > 0) console.log(`\nBefore ${tag} can be released:\n${listed(mistakes)}`)
  console.log('\nLeft to the workflow: macOS, trying out the other executables, the image, and publishing.')
}

function sizeOf(folder: string, name: string): string {
  return `${(statSync(join(folder, name)).size / 1e6).toFixed(1)} MB`
}

function listed(lines: string[]): string {
  return lines.map((line) => `- ${line}`).join('\n')
}

function pushTag(): void {
  const mistakes = mistakesBeforeTag()
  if (mistakes.length > 0) throw new Error(`${tag} was not released:\n${listed(mistakes)}`)
  run('git', 'tag', '--annotate', tag, '--message', `Inboard ${version}`)
  run('git', 'push', 'origin', `refs/tags/${tag}`)
  console.log(`${tag} is pushed. The workflow "release" publishes it.`)
}

/** What would make a release wrong that can't be taken back. */
function mistakesBeforeTag(): string[] {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const outdated = ['README.md', 'deploy/README.md', 'deploy/docker/compose.yaml'].filter(
    (file) => !read(file).includes(version),
  )
  return [
    ...(run('git', 'status', '--porcelain') ? ['There are changes that are not committed.'] : []),
    ...(run('git', 'branch', '--show-current').trim() === 'main' ? [] : ['This is not the branch main.']),
    ...(/^\d+\.\d+\.\d+$/.test(version) ? [] : [`The workflow releases no versions such as ${version}.`]),
    ...(notesOf(read('CHANGELOG.md'), version) ? [] : [`CHANGELOG.md has no section "## ${version}".`]),
    ...(run('git', 'tag', '--list', tag)
      ? [`The tag ${tag} exists: raise the version in package.json.`]
      : []),
    ...outdated.map((file) => `${file} names another version.`),
  ]
}
