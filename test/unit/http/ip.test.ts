import { expect, test } from 'vitest'
import { fullIp, ipBytes, isLoopback, truncatedIp } from '../../../src/server/common/ip.ts'

test.each([
  ['192.0.2.1', '192.0.2.1', '192.0.2.0/24'],
  [' 192.0.2.1 ', '192.0.2.1', '192.0.2.0/24'],
  ['192.0.2.1:4711', '192.0.2.1', '192.0.2.0/24'],
  ['::ffff:192.0.2.1', '192.0.2.1', '192.0.2.0/24'],
  ['::FFFF:C000:0201', '192.0.2.1', '192.0.2.0/24'],
  ['0:0:0:0:0:ffff:192.0.2.1', '192.0.2.1', '192.0.2.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:0DB8::0001', '2001:db8::1', '2001:db8:0::/48'],
  ['[2001:db8::1]', '2001:db8::1', '2001:db8:0::/48'],
  ['[2001:db8::1]:4711', '2001:db8::1', '2001:db8:0::/48'],
  ['fe80::1%eth0', 'fe80::1', 'fe80:0:0::/48'],
  ['64:ff9b::192.0.2.1', '64:ff9b::c000:201', '64:ff9b:0::/48'],
  ['::', '::', '0:0:0::/48'],
  ['1::', '1::', '1:0:0::/48'],
  ['::1', '::1', '0:0:0::/48'],
  ...['', 'unknown', '_hidden', '192.0.2', '192.0.2.256', '1:2', 'ada@example.com', '2001:db8::1::2'].map(
    (text) => [text, null, null],
  ),
])('%s is %s in %s', (text, full, truncated) => {
  expect(fullIp(text ?? '')).toBe(full)
  expect(truncatedIp(text ?? '')).toBe(truncated)
})

test('an IPv6 has sixteen bytes, wherever its zeros are left out', () => {
  expect(ipBytes('2001:db8::ff')).toEqual([0x20, 1, 0x0d, 0xb8, ...Array(11).fill(0), 0xff])
})

test.each(['127.0.0.1', '127.8.9.10', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1', '::ffff:7f00:1'])(
  '%s is this machine',
  (ip) => expect(isLoopback(ip)).toBe(true),
)

test.each([
  '128.0.0.1',
  '12.7.0.0',
  '::2',
  '::',
  '1::',
  '::ffff:192.0.2.1',
  '10.0.0.1',
  '0.0.0.0',
  'localhost',
  '',
])('%s is not', (ip) => expect(isLoopback(ip)).toBe(false))
