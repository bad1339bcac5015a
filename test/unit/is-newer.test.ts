import { expect, test } from 'vitest'
import { isNewer } from '../../src/web/device/is-newer.ts'

test('versions are compared by number, and a pre-release comes before its release', () => {
  const ordered = [
    '0.7.0',
    '0.8.0-rc.1',
    '0.8.0',
    '0.8.1',
    '0.10.0',
    '1.0.0-beta',
    '1.0.0',
    '2.0.0',
    '10.0.0',
  ]
  for (const [index, version] of ordered.entries())
    for (const [other, than] of ordered.entries())
      expect([version, than, isNewer(version, than)]).toEqual([version, than, index > other])
})

test('an invalid version, or one that differs only by its build, is not newer', () => {
  for (const odd of ['', 'next', '1', '1.x', '0.7.0+build.5'])
    expect([odd, isNewer(odd, '1.0.0')]).toEqual([odd, false])
  expect(isNewer('1.0.0+b', '1.0.0+a')).toBe(false)
})
