import { describe, expect, test } from 'vitest'
import { isPublic } from '../../../src/server/common/ip.ts'
import { chanceOfRun } from '../../support/machine/chance.ts'

/** The registries of IANA for special purposes, with the first and the last of each. */
const inside = {
  'this network': ['0.0.0.0', '0.255.255.255'],
  private: ['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255'],
  'shared, behind a provider': ['100.64.0.0', '100.127.255.255'],
  loopback: ['127.0.0.0', '127.0.0.1', '127.255.255.255', '::1'],
  'link-local, with the metadata of clouds': [
    '169.254.0.0',
    '169.254.169.254',
    '169.254.255.255',
    'fe80::1',
    'febf::1',
  ],
  'a zone': ['fe80::1%eth0', 'fe80::1%1'],
  assignments: ['192.0.0.0', '192.0.0.255', '2001:1::1', '2001:1ff::1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  'relays of 6to4': ['192.88.99.1'],
  benchmarks: ['198.18.0.0', '198.19.255.255', '2001:2::1'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  reserved: ['240.0.0.0', '255.255.255.254'],
  broadcast: ['255.255.255.255'],
  unspecified: ['::'],
  'unique local': ['fc00::1', 'fd00::1', 'fdff::1'],
  'site-local': ['fec0::1'],
  discard: ['100::1'],
  'not assigned': ['1::1', '4000::1', '8000::1', 'e000::1', '5f00::1'],
}

const wraps = (ipv4: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number)
  const high = (a * 256 + b).toString(16)
  const low = (c * 256 + d).toString(16)
  const flipped = [a * 256 + b, c * 256 + d].map((part) => (part ^ 0xffff).toString(16)).join(':')
  return {
    mapped: `::ffff:${ipv4}`,
    'mapped, in hexadecimal': `::ffff:${high}:${low}`,
    compatible: `::${ipv4}`,
    translated: `::ffff:0:${high}:${low}`,
    NAT64: `64:ff9b::${high}:${low}`,
    'NAT64 of a site': `64:ff9b:1::${high}:${low}`,
    '6to4': `2002:${high}:${low}::1`,
    Teredo: `2001:0:808:808:0:0:${flipped}`,
    ISATAP: `2a00:1450:1:1:0:5efe:${high}:${low}`,
    'ISATAP, of a public IPv4': `2a00:1450:1:1:200:5efe:${high}:${low}`,
  }
}

describe('what is on the public Internet', () => {
  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.216.34',
    '172.15.0.1',
    '172.32.0.1',
    '100.63.0.1',
    '223.255.255.255',
  ])('%s', (ip) => expect(isPublic(ip)).toBe(true))
  test.each(['2a00:1450:4001:82a::200e', '2606:4700:4700::1111', '2001:4860:4860::8888', '2600::'])(
    '%s',
    (ip) => expect(isPublic(ip)).toBe(true),
  )
  test.each(['::ffff:8.8.8.8', '64:ff9b::8.8.8.8'])('%s', (ip) => expect(isPublic(ip)).toBe(true))
})

describe('what is not', () => {
  test.each(Object.entries(inside))('%s', (_what, ips) => {
    for (const ip of ips) expect([ip, isPublic(ip)]).toEqual([ip, false])
  })

  test.each(Object.keys(wraps('0.0.0.0')))('an IPv4 of the inside as %s', (way) => {
    for (const ipv4 of Object.values(inside)
      .flat()
      .filter((ip) => !ip.includes(':'))) {
      const ip = wraps(ipv4)[way as keyof ReturnType<typeof wraps>]
      expect([ip, isPublic(ip)]).toEqual([ip, false])
    }
  })

  test.each([
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '017700000001',
    '2130706433',
    '8.8.8',
    '8.8.8.8.8',
    '::g',
  ])('%j', (text) => expect(isPublic(text)).toBe(false))

  test('no IPv4 of these, whatever its bytes', () => {
    const chance = chanceOfRun()
    for (let count = 0; count < 10_000; count++) {
      const [b, c, d] = chance.bytes(3)
      const first = chance.pick([0, 10, 127, 224 + chance.below(32)])
      const ip = `${first}.${b}.${c}.${d}`
      expect([ip, isPublic(ip), isPublic(`::ffff:${ip}`)]).toEqual([ip, false, false])
    }
  })
})
