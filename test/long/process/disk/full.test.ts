import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, test } from 'vitest'
import { limitedFiles, type Place, runOutOfRoom } from '../../../process/disk/full.ts'
import { cleanUp, newFolder } from '../../../support/processes/process.ts'

/** A real disk, which only few may mount. */
function smallDisk(): (Place & { leave(): void }) | undefined {
  const folder = newFolder()
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'inboard-test', folder])
  if (mounted.status !== 0) return undefined
  const filler = join(folder, 'filler')
  return {
    start: { folder },
    logs: 'the disk of the database is full',
    fill() {
      for (const size of [1024 * 1024, 64 * 1024, 4096]) fillWith(filler, size)
    },
    clear: () => rmSync(filler),
    leave: () => void spawnSync('umount', ['--lazy', folder]),
  }
}

function fillWith(file: string, size: number) {
  try {
    for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' })
  } catch {}
}

const disk = smallDisk()
afterAll(() => {
  // First: what is mounted cannot be removed.
  disk?.leave()
  cleanUp()
})

const places: [string, Place][] = [['the size of its files is limited', limitedFiles()]]
if (disk) places.push(['its disk is full', disk])

test.each(places)('writes fail for a while when %s, and reads continue', (_where, place) =>
  runOutOfRoom(place),
)
