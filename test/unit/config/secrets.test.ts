import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { complaints, folder, read, useNewFolder } from './environment.ts'

beforeEach(useNewFolder)

describe('the session secret', () => {
  test.each([
    ['31 bytes', 'x'.repeat(31), 31],
    ['31 bytes in 16 characters', `${'ü'.repeat(15)}x`, 31],
    ['one byte', 'x', 1],
  ])('of %s is refused without being shown', (_what, secret, bytes) => {
    expect(complaints({ JWT_SECRET: secret })).toEqual([
      `JWT_SECRET must be at least 32 bytes; it has ${bytes}.`,
    ])
  })

  test.each([
    ['32 bytes', 'x'.repeat(32)],
    ['32 bytes in 16 characters', 'ü'.repeat(16)],
    ['32 bytes in 8 characters', '🔑'.repeat(8)],
    ['spaces around', ` ${'x'.repeat(40)} `],
  ])('of %s is taken as it is', (_what, secret) => {
    expect(read({ JWT_SECRET: secret }).jwtSecret).toBe(secret)
    expect(readdirSync(folder)).not.toContain('jwt-secret')
  })

  test('that is not given is made once, kept beside the database, and readable by its owner alone', () => {
    const { jwtSecret } = read()
    const file = join(folder, 'jwt-secret')
    expect(Buffer.byteLength(jwtSecret)).toBeGreaterThanOrEqual(32)
    expect(readFileSync(file, 'utf8').trim()).toBe(jwtSecret)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(read({ JWT_SECRET: '' }).jwtSecret).toBe(jwtSecret)
    expect(readdirSync(folder).filter((name) => name.startsWith('jwt-secret'))).toEqual(['jwt-secret'])
  })

  test('that was kept but is too short is refused without being shown', () => {
    writeFileSync(join(folder, 'jwt-secret'), 'sesame\n')
    const [complaint, ...more] = complaints({})
    expect(complaint).toMatch(/^JWT_SECRET is not set, and the one stored in .+ is shorter than 32 bytes\.$/)
    expect(complaint).not.toContain('sesame')
    expect(more).toEqual([])
  })
})
