// Bundles the program with its dependencies. Node strips no types under node_modules, and so people install
// exactly what was tested.
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'vite'

export const root = resolve(import.meta.dirname, '..')

/** The entry point, also of the workers that the server starts. */
export const program = { inboard: 'src/command/inboard.ts' }

/** The files that the program reads while it runs, by their path in the package. */
export const shipped = [
  'package.json',
  'dist/**/*',
  'src/server/db/migrations/*',
  'src/web/inboard.webmanifest',
  'src/web/styles/{tokens,docs}.css',
  'src/web/pictures/*',
]

/** The licences of the bundled packages, which must be included. */
export function licences(file) {
  return {
    name: 'licences',
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap(({ modules = {} }) => Object.keys(modules))
      const packages = modules.flatMap((module) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module) ?? [])
      const texts = [...new Set(packages)].sort().map((folder) => {
        const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
        const { name, version, license, author = {} } = about
        const [file] = globSync('{LICEN[CS]E,licen[cs]e,LICEN[CS]E.*,licen[cs]e.*}', { cwd: folder })
        // A few packages have only the name of the licence.
        const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `By ${author.name ?? author}.`
        return `${name} ${version} (${license})\n\n${text}`
      })
      const rule = `\n\n${'-'.repeat(80)}\n\n`
      this.emitFile({ type: 'asset', fileName: file, source: `${texts.join(rule)}\n` })
    },
  }
}

/** With `isOne`, each entry becomes a single file. */
export const bundle = (entries, folder, { isOne = false, plugins = [] } = {}) =>
  build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: false,
      target: 'node26',
      rolldownOptions: {
        input: entries,
        checks: { pluginTimings: false, bundlerTimings: false },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'parts/[name]-[hash].js',
          ...(isOne && { codeSplitting: false }),
        },
      },
    },
    ssr: { noExternal: true, target: 'node' },
    plugins,
  })
