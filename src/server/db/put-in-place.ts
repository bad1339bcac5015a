import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs'
import { dirname } from 'node:path'

/** Gives a finished file its name. Once this returns, a power cut takes neither the file nor the name. */
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
