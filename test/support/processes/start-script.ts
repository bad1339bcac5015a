import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The allocator variables and the options with which `npm start` of a checkout starts Node. */
export function startScript(root: string): { environment: Record<string, string>; options: string[] } {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [before = '', after = ''] = String(scripts.start).split(' exec node ')
  const environment = Object.fromEntries(
    before.matchAll(/(MALLOC_\w+)=(\S+)/g).map(([, name, value]) => [name, value]),
  )
  return { environment, options: after.split(' ').filter((word) => word.startsWith('-')) }
}
