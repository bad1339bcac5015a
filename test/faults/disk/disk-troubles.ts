import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { newFolder, type ServerProcess } from '../../support/processes/process.ts'
import { insistOnStrace, lackOfAttaching } from '../support/strace.ts'

/** A disk failure that can be caused and ended while the server runs. `begin` returns the function that ends it. */
export interface DiskTrouble {
  name: string
  /** If only writing is hindered, reads must still succeed. */
  hinders: 'writing' | 'reading and writing'
  begin(server: ServerProcess): Promise<() => Promise<void>>
}

/** Makes these system calls of the server fail on its database files, by fault injection with strace. */
function failing(name: string, calls: string[], error: string): DiskTrouble {
  const hinders = calls.some((call) => call.startsWith('pread')) ? 'reading and writing' : 'writing'
  return {
    name,
    hinders,
    async begin({ child, database }) {
      insistOnStrace('To make a disk fail', lackOfAttaching)
      const files = [database, `${database}-wal`].flatMap((file) => ['-P', file])
      const those = calls.join()
      const options = ['-f', '-p', String(child.pid), ...files, '-o', '/dev/null']
      const failure = ['-e', `trace=${those}`, '-e', `inject=${those}:error=${error}`]
      const meddler = spawn('strace', [...options, ...failure], { stdio: ['ignore', 'ignore', 'pipe'] })
      const ended = once(meddler, 'exit')
      // strace prints a line once it is attached.
      await once(meddler.stderr, 'data')
      return async () => {
        meddler.kill('SIGTERM')
        await ended
      }
    },
  }
}

export const failures: DiskTrouble[] = [
  failing('writes fail (EIO)', ['pwrite64'], 'EIO'),
  failing('flushes fail (EIO)', ['fsync', 'fdatasync'], 'EIO'),
  failing('read-only (EROFS)', ['pwrite64', 'ftruncate'], 'EROFS'),
  failing('reads fail (EIO)', ['pread64'], 'EIO'),
  failing('full (ENOSPC)', ['pwrite64'], 'ENOSPC'),
]

/**
 * A small file system in memory that can really be full. Only root may mount one. SQLite's log reaches 4 MB
 * before SQLite begins to reuse it, so a file system of that size would be full without a filler.
 */
interface SmallDisk {
  folder: string
  full: DiskTrouble
  leave(): void
}

export function mountSmallDisk(): SmallDisk | undefined {
  const folder = newFolder()
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'inboard-test', folder])
  if (mounted.status !== 0) return undefined
  const filler = join(folder, 'filler')
  return {
    folder,
    full: {
      name: 'full',
      hinders: 'writing',
      async begin() {
        for (const size of [1024 * 1024, 64 * 1024, 4096]) fillWith(filler, size)
        return async () => rmSync(filler)
      },
    },
    leave: () => spawnSync('umount', ['--lazy', folder]),
  }
}

function fillWith(file: string, size: number): void {
  try {
    for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' })
  } catch {
    // The disk is full, as intended.
  }
}
