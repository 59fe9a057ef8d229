import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPublicAddress } from './addresses.ts'

/** Written apart from the code under test: a range as a number and a count of bits that must be the same. */
const v4 = (ip: string) => ip.split('.').reduce((number, part) => number * 256 + Number(part), 0)
const v4Text = (n: number) => [24, 16, 8, 0].map((shift) => Math.floor(n / 2 ** shift) % 256).join('.')
const PRIVATE: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
const isPrivate = (n: number) =>
  PRIVATE.some(([net, bits]) => Math.floor(n / 2 ** (32 - bits)) === Math.floor(v4(net) / 2 ** (32 - bits)))
const anyV4 = fc.oneof(
  fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  // Close to the edges of the ranges, where a wrong mask shows.
  fc
    .tuple(fc.constantFrom(...PRIVATE), fc.boolean(), fc.integer({ min: -3, max: 3 }))
    .map(([[net, bits], atEnd, off]) =>
      Math.min(Math.max(v4(net) + (atEnd ? 2 ** (32 - bits) : 0) + off, 0), 2 ** 32 - 1),
    ),
)
const groups = (n: number) => `${Math.floor(n / 65536).toString(16)}:${(n % 65536).toString(16)}`

describe('public addresses', () => {
  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '2606:4700::1111',
    '2a00:1450:4001::200e',
  ])('%s is public', (ip) => expect(isPublicAddress(ip)).toBe(true))

  test.each(
    [
      ['127.0.0.1', '169.254.169.254', '255.255.255.255', '0.0.0.0', '100.100.100.200', '168.63.129.16'],
      [
        '::',
        '::1',
        'fe80::1',
        'fe80::1%eth0',
        'fec0::1',
        'fc00::1',
        'fd00:ec2::254',
        'ff02::1',
        '2001:db8::1',
        '3fff::1',
        '100::1',
      ],
      [
        '::ffff:127.0.0.1',
        '::ffff:8.8.8.8',
        '::127.0.0.1',
        '64:ff9b::7f00:1',
        '64:ff9b:1::1',
        '2002:7f00:1::',
        '2001::1',
        '5f00::1',
      ],
      ['', 'localhost', '8.8.8.8.8', '8.8.8', '2606:4700::1111%1', '[::1]', '8.8.8.8 '],
    ].flat(),
  )('%j is not', (ip) => expect(isPublicAddress(ip)).toBe(false))

  // ASVS: 1.3.6
  test('every IPv4 address, by another reckoning', () => {
    fc.assert(
      fc.property(anyV4, (n) => void expect(isPublicAddress(v4Text(n))).toBe(!isPrivate(n))),
      { numRuns: 3000 },
    )
  })

  test('no IPv4 address in the clothes of IPv6', () => {
    const clothes = [
      (n: number) => `::ffff:${v4Text(n)}`,
      (n: number) => `::${groups(n)}`,
      (n: number) => `64:ff9b::${groups(n)}`,
      (n: number) => `2002:${groups(n)}::1`,
    ]
    fc.assert(
      fc.property(
        anyV4,
        fc.constantFrom(...clothes),
        (n, dressed) => void expect(isPublicAddress(dressed(n))).toBe(false),
      ),
    )
  })

  test('every IPv6 address, by another reckoning', () => {
    const eight = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 })
    const first = fc.constantFrom(
      0,
      0x64,
      0x100,
      0x1fff,
      0x2000,
      0x2001,
      0x2002,
      0x2003,
      0x3ffe,
      0x3fff,
      0x4000,
      0x5f00,
      0xfc00,
      0xfe80,
      0xffff,
    )
    const second = fc.constantFrom(0, 1, 0x1ff, 0x200, 0xdb7, 0xdb8, 0xdb9, 0xfff, 0x1000)
    fc.assert(
      fc.property(eight, fc.option(first), fc.option(second), (groups, a, b) => {
        const [high, next] = [a ?? groups[0]!, b ?? groups[1]!]
        const isGlobal = high >= 0x2000 && high <= 0x3fff
        const isSpecial =
          (high === 0x2001 && (next < 0x200 || next === 0xdb8)) || high === 0x2002 || (high === 0x3fff && next < 0x1000)
        const ip = [high, next, ...groups.slice(2)].map((group) => group.toString(16)).join(':')
        expect(isPublicAddress(ip)).toBe(isGlobal && !isSpecial)
      }),
      { numRuns: 3000 },
    )
  })
})
