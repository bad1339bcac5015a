import {
  accessSync,
  chownSync,
  closeSync,
  constants,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  type Stats,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates the folder of a file for this user alone. An existing folder keeps its mode, which is the
 * operator's choice.
 */
export const makeFolderOf = (file: string) => mkdirSync(dirname(file), { recursive: true, mode: 0o700 })

/** The kind of file at a path, as far as this user can see. */
export function kindOf(path: string): 'folder' | 'program' | undefined {
  try {
    if (statSync(path).isDirectory()) return 'folder'
    accessSync(path, constants.X_OK)
    return 'program'
  } catch {
    return undefined
  }
}

/** Renames a finished file durably: after this returns, the file and its name survive a power failure. */
export function putInPlace(finished: string, file: string): void {
  flush(finished)
  renameSync(finished, file)
  flush(dirname(file))
}

/** The server may run as another user than root, who makes a file for it. */
export function giveTo({ uid, gid }: Stats, file: string): void {
  if (process.getuid?.() === 0) chownSync(file, uid, gid)
}

/** What is in a file, or the names in a folder, are on the disk after this. */
export function flush(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/**
 * Calls `removeAll` when the work ends, in whatever way, or when the process exits. Its own errors would hide that
 * of the work.
 */
export async function withoutLeftovers<Result>(
  removeAll: () => void,
  work: () => Promise<Result>,
): Promise<Result> {
  const remove = () => {
    try {
      removeAll()
    } catch {
      // The next run of the command tries again.
    }
  }
  process.on('exit', remove)
  try {
    return await work()
  } finally {
    process.off('exit', remove)
    remove()
  }
}

/** The suffix of unfinished files. It contains the id of the process that is writing the file. */
export const unfinished = /\.unfinished-(\d+)(?:-\w+)?$/

/** True if the process that was writing the file was killed. */
export function isAbandoned(name: string): boolean {
  const [, pid] = unfinished.exec(name) ?? []
  if (!pid) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}
