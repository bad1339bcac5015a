import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
// @ts-expect-error: it is JavaScript, for every Node.
import { compileCacheFolder } from '../../bin/compile-cache.js'
import { newDataFolder } from '../support/machine/folders.ts'

let cache: string
beforeEach(() => {
  cache = newDataFolder()
})
afterEach(() => rmSync(cache, { recursive: true, force: true }))

const ours = () => join(cache, 'inboard', 'node')
const choose = (uid?: number) => compileCacheFolder({ XDG_CACHE_HOME: cache }, uid)
const me = process.getuid?.() ?? 0

test('the compile cache is in a private folder of this user', () => {
  expect(choose(me)).toBe(ours())
  expect(statSync(ours()).mode & 0o777).toBe(0o700)
  expect(choose(me)).toBe(ours())
})

describe('there is no compile cache', () => {
  test('in a folder of another user', () => {
    choose(me)
    expect(choose(me + 1)).toBeUndefined()
  })

  test.each([0o770, 0o707, 0o755])('in a folder with the mode %o', (mode) => {
    choose(me)
    chmodSync(ours(), mode)
    expect(choose(me)).toBeUndefined()
  })

  test('behind a symbolic link', () => {
    mkdirSync(join(cache, 'inboard'))
    mkdirSync(join(cache, 'elsewhere'), { mode: 0o700 })
    symlinkSync(join(cache, 'elsewhere'), ours())
    expect(choose(me)).toBeUndefined()
  })

  test.each([0o770, 0o777])('below a folder with the mode %o', (mode) => {
    choose(me)
    chmodSync(cache, mode)
    expect(choose(me)).toBeUndefined()
  })

  test('below the home folder of another user, and nothing is created there', () => {
    if (me === 0) chownSync(cache, 4242, 4242)
    expect(choose(me === 0 ? 4243 : me + 1)).toBeUndefined()
    expect(readdirSync(cache)).toEqual([])
  })

  test('where no folder can be created', () => {
    writeFileSync(join(cache, 'inboard'), 'a file')
    expect(choose(me)).toBeUndefined()
  })
})
