import { expect, test } from 'vitest'
import { derivedKey, sealingWith } from './sealing.ts'

const sealing = sealingWith(derivedKey('a material that is long enough', 'test', 'secrets'))
const place = Buffer.from('admin 1')

// ASVS: 11.3.2, 11.3.4
test('decrypts at the same place, and encrypts differently each time', () => {
  const [one, other] = [sealing.seal('JBSWY3DP', place), sealing.seal('JBSWY3DP', place)]
  expect(one.equals(other)).toBe(false)
  expect(one.includes('JBSWY3DP')).toBe(false)
  expect([sealing.open(one, place), sealing.open(other, place)]).toEqual(['JBSWY3DP', 'JBSWY3DP'])
})

// ASVS: 11.3.3, 11.6.1
test('rejects another place, key or use', () => {
  const sealed = sealing.seal('JBSWY3DP', place)
  expect(() => sealing.open(sealed, Buffer.from('admin 2'))).toThrow('unable to authenticate')
  for (const key of [
    derivedKey('another material, as long as that', 'test', 'secrets'),
    derivedKey('a material that is long enough', 'test', 'other'),
    derivedKey('a material that is long enough', 'other', 'secrets'),
  ])
    expect(() => sealingWith(key).open(sealed, place)).toThrow('unable to authenticate')
})

// ASVS: 11.2.5, 11.3.3
test('rejects a changed byte anywhere', () => {
  const sealed = sealing.seal('JBSWY3DP', place)
  for (let n = 0; n < sealed.length; n++) {
    const changed = Buffer.from(sealed)
    changed[n]! ^= 1
    expect(() => sealing.open(changed, place)).toThrow('unable to authenticate')
  }
})
