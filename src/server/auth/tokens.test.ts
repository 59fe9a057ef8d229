import { base64url, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { accessTokens } from './tokens.ts'

const SECRET = 'thirty-two characters and some more'
const NOW = new Date('2026-11-21T09:00:00.000Z')
const tokens = accessTokens(SECRET, { now: () => NOW })

const key = new TextEncoder().encode(SECRET)
const seconds = Math.floor(NOW.getTime() / 1000)
const signed = (change: { alg?: string; typ?: string; aud?: string; exp?: number; with?: Uint8Array } = {}) =>
  new SignJWT({ sid: 'a session' })
    .setProtectedHeader({ alg: change.alg ?? 'HS256', typ: change.typ ?? 'at+jwt' })
    .setIssuedAt(seconds)
    .setAudience(change.aud ?? 'marquee')
    .setExpirationTime(change.exp ?? seconds + 60)
    .sign(change.with ?? key)
const unsigned = (header: object) =>
  `${base64url.encode(JSON.stringify(header))}.${base64url.encode(JSON.stringify({ sid: 'a session', aud: 'marquee', exp: seconds + 60 }))}.`

// ASVS: 7.2.1
describe('an access token', () => {
  test('names its session', async () => {
    expect(await tokens.read(await tokens.sign('a session', NOW))).toBe('a session')
    expect(await tokens.read(await signed())).toBe('a session')
  })

  test('accepts a valid token until it expires, however often it is read', async () => {
    let at = NOW.getTime()
    const reading = accessTokens(SECRET, { now: () => new Date(at) })
    const token = await signed()
    const readings = []
    for (const after of [0, 1, 59_999, 60_000, 60_001]) {
      at = NOW.getTime() + after
      readings.push(await reading.read(token))
    }
    expect(readings).toEqual(['a session', 'a session', 'a session', undefined, undefined])
    expect(await reading.read(`${token.slice(0, -4)}AAAA`)).toBeUndefined()
  })

  // ASVS: 9.1.1, 9.1.2, 9.1.3, 9.2.1, 9.2.2, 9.2.3
  test.each([
    ['without a signature', () => unsigned({ alg: 'none', typ: 'at+jwt' })],
    ['of another key', () => signed({ with: new TextEncoder().encode(`${SECRET}!`) })],
    ['of another algorithm', () => signed({ alg: 'HS512' })],
    ['that brings its own key', () => unsigned({ alg: 'HS256', typ: 'at+jwt', jwk: { kty: 'oct', k: 'AA' } })],
    ['of another kind', () => signed({ typ: 'JWT' })],
    ['for somebody else', () => signed({ aud: 'the shop' })],
    ['that has run out', () => signed({ exp: seconds })],
  ])('rejects %s', async (_, made) => expect(await tokens.read(await made())).toBeUndefined())
})
