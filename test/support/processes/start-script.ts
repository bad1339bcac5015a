import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** How `npm start` of a checkout starts Node: with which variables of the allocator, and with which options. */
export function startScript(root: string): { environment: Record<string, string>; options: string[] } {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [before = '', after = ''] = String(scripts.start).split(' exec node ')
  const environment = Object.fromEntries(
    before.matchAll(/(MALLOC_\w+)=(\S+)/g).map(([, name, value]) => [name, value]),
  )
  return { environment, options: after.split(' ').filter((word) => word.startsWith('-')) }
}
