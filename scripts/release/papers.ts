// What goes with the files of a release: what is in it, what has changed, and how to check that a download is whole.
import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { root, run } from './run.ts'

const read = (file: string) => readFileSync(join(root, file), 'utf8')

export const version: string = JSON.parse(read('package.json')).version

/** The parts of npm's CycloneDX document that are used here. */
interface Bill {
  metadata: { component: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

interface Component {
  'bom-ref': string
  name: string
  version: string
}

/** The part of the changelog about a version, without its heading. Undefined if there is none. */
export function notesOf(changelog: string, version: string): string | undefined {
  const parts = changelog.split(/^(?=## )/m)
  const part = parts.find((one) => one.split('\n', 1)[0] === `## ${version}`)
  return part?.slice(part.indexOf('\n')).trim()
}

/** The packages of a file that `licences` has made, as `name@version`. */
const packagesIn = (text: string) =>
  [...text.matchAll(/^(\S+) (\d\S*) \(.+\)$/gm)].map(([, name, version]) => `${name}@${version}`)

/**
 * A CycloneDX document of what people get: the packages inside the program and the app, and Node, which is inside
 * the executables and the image. What is needed only for building and testing is left out.
 */
function billOfMaterials(): Bill {
  const inside = new Set([
    ...packagesIn(read('dist/third-party-licences.txt')),
    ...packagesIn(read('build/third-party-licences.txt')),
  ])
  const whole: Bill = JSON.parse(run('npm', 'sbom', '--sbom-format', 'cyclonedx'))
  const isInside = ({ name, version }: Component) => inside.has(`${name}@${version}`) || name === 'node'
  const components = whole.components.filter(isInside)
  const missing = [...inside].filter(
    (one) => !components.some(({ name, version }) => `${name}@${version}` === one),
  )
  if (missing.length > 0) throw new Error(`npm does not know ${missing.join(', ')}.`)
  const refs = new Set([whole.metadata.component['bom-ref'], ...components.map((one) => one['bom-ref'])])
  const dependencies = whole.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }))
  // npm names it after the folder that it is in.
  const component = { ...whole.metadata.component, name: 'inboard' }
  return { ...whole, metadata: { ...whole.metadata, component }, components, dependencies }
}

/** Lines for `sha256sum --check`. */
export async function checksums(folder: string, names: string[]): Promise<string> {
  const lines = names.map(async (name) => {
    const hash = createHash('sha256')
    await pipeline(createReadStream(join(folder, name)), hash)
    return `${hash.digest('hex')}  ${name}\n`
  })
  return (await Promise.all(lines)).join('')
}

/** Writes all of it beside the files of the release. */
export async function writePapers(folder: string): Promise<void> {
  const notes = notesOf(read('CHANGELOG.md'), version)
  writeFileSync(join(folder, 'NOTES.md'), `${notes ?? `CHANGELOG.md has nothing about ${version} yet.`}\n`)
  const bill = `inboard-${version}.cdx.json`
  writeFileSync(join(folder, bill), `${JSON.stringify(billOfMaterials(), null, 2)}\n`)
  const names = readdirSync(folder)
    .filter((name) => name.startsWith('inboard-'))
    .sort()
  writeFileSync(join(folder, 'SHA256SUMS'), await checksums(folder, names))
}
