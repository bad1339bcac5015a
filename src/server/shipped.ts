import { readdirSync, readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { getAssetKeys, getRawAsset, isSea } from 'node:sea'

/** The files in a folder. */
export interface Files {
  list(): string[]
  /** Nothing, if there is none of that name. */
  read(name: string): Buffer | undefined
}

/** Of the package. */
const root = isSea() ? '' : dirname(findPackageJSON('..', import.meta.url) ?? '')

/** What comes with the program, by its path in the package. A single executable has the same files inside it. */
export const shipped = (folder = ''): Files => (isSea() ? assetsIn(folder) : filesIn(join(root, folder)))

export const filesIn = (folder: string): Files => ({
  list: () => readdirSync(folder),
  read(name) {
    try {
      return readFileSync(join(folder, name))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  },
})

function assetsIn(folder: string): Files {
  const keys = getAssetKeys()
  return {
    list: () => keys.filter((key) => dirname(key) === folder).map((key) => key.slice(folder.length + 1)),
    read(name) {
      const key = folder ? `${folder}/${name}` : name
      return keys.includes(key) ? Buffer.from(getRawAsset(key)) : undefined
    },
  }
}

/** As `read`, for what the program cannot do without. */
export function readShipped(path: string): Buffer {
  const content = shipped().read(path)
  if (!content) throw new Error(`${path} is missing: this Inboard is not complete.`)
  return content
}

/** How Node is told to run the command: in a checkout as it is written, otherwise as it was built. An executable is the command itself. */
export function ownProgram(): string[] {
  const isBuilt = import.meta.url.endsWith('.js')
  return isSea() ? [] : [join(root, isBuilt ? 'build/inboard.js' : 'src/command/inboard.ts')]
}
