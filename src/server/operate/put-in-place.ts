import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'

/** Renames a finished file durably: after this returns, the file and its name survive a power failure. */
export function putInPlace(finished: string, file: string): void {
  flush(finished)
  renameSync(finished, file)
  flush(dirname(file))
}

function flush(path: string): void {
  const handle = openSync(path, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
