import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The licences of the bundled packages, which must be included. */
export function licences(file) {
  return {
    name: 'licences',
    enforce: 'post',
    generateBundle(_, bundle) {
      const modules = Object.values(bundle).flatMap(({ modules = {} }) => Object.keys(modules))
      const packages = modules.flatMap((module) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module) ?? [])
      const texts = [...new Set(packages)].sort().map((folder) => {
        const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
        const { name, version, license, author = {} } = about
        const file = readdirSync(folder).find((name) => /^licen[cs]e(?:\.|$)/i.test(name))
        // A few packages have only the name of the licence.
        const text = file ? readFileSync(join(folder, file), 'utf8').trim() : `By ${author.name ?? author}.`
        return `${name} ${version} (${license})\n\n${text}`
      })
      const rule = `\n\n${'-'.repeat(80)}\n\n`
      this.emitFile({ type: 'asset', fileName: file, source: `${texts.join(rule)}\n` })
    },
  }
}
