import { readdirSync, readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { getAssetKeys, getRawAsset, isSea } from 'node:sea'

interface Files {
  list(): string[]
  /** Undefined if there is no such file. */
  read(name: string): Buffer | undefined
}

/** The folder of the package. */
const root = isSea() ? '' : dirname(findPackageJSON('..', import.meta.url) ?? '')

/** Files that ship with the program, by their path in the package. A single executable contains the same files. */
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

/** Like `read`, for files that the program cannot run without. */
export function readShipped(path: string): Buffer {
  const content = shipped().read(path)
  if (!content) throw new Error(`${path} is missing: this Inboard is not complete.`)
  return content
}

/**
 * The arguments with which Node runs the command: the source in a checkout, otherwise the build. A single
 * executable needs none.
 */
export function ownProgram(): string[] {
  const isBuilt = import.meta.url.endsWith('.js')
  return isSea() ? [] : [join(root, isBuilt ? 'build/inboard.js' : 'src/command/inboard.ts')]
}
