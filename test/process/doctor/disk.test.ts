import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cleanUp, newFolder } from '../../support/processes/process.ts'
import { about, examined } from './examining.ts'

const mounted: string[] = []
afterAll(() => {
  for (const folder of mounted) spawnSync('umount', ['--lazy', folder])
  cleanUp()
})

/** A real disk of 2 MB, if this user may mount one. */
function smallDisk(): string | undefined {
  const folder = newFolder()
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'inboard-test', folder]).status !== 0)
    return undefined
  mounted.push(folder)
  return folder
}

const disksOf = async (folder: string) =>
  about(await examined({ DATABASE_URL: `sqlite:${join(folder, 'inboard.db')}` }), 'disk')

test('the disk of the database is looked at', async () => {
  expect(await disksOf(newFolder())).toEqual([expect.stringMatching(/^\w+: .+ free in /)])
})

const disk = smallDisk()
test.each(disk ? [disk] : [])(
  'a disk that is nearly full is a problem, and so is a full one: %s',
  async (folder) => {
    expect((await disksOf(folder))[0]).toMatch(/^problem: 2\.\d MB free in /)
    writeFileSync(join(folder, 'filler'), Buffer.alloc(1_900_000))
    expect((await disksOf(folder))[0]).toMatch(/^problem: \d+ kB free in /)
  },
)

const protectedDisk = smallDisk()
test.each(protectedDisk ? [protectedDisk] : [])(
  'a disk that is mounted read-only is no matter of users: %s',
  async (folder) => {
    spawnSync('mount', ['-o', 'remount,ro', folder])
    const findings = await examined({ DATABASE_URL: `sqlite:${join(folder, 'inboard.db')}` })
    expect(findings.filter((one) => one.about === 'disk')).toContainEqual({
      about: 'disk',
      is: 'problem',
      says: expect.stringMatching(/^the database is not writable: EROFS: /),
      todo: expect.stringMatching(/^Its disk is mounted read-only\./),
    })
  },
)
