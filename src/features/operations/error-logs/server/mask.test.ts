import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { masked } from './mask.ts'

const digits = (length: number) => fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
const separator = fc.constantFrom('', ' ', '-', '.', ' - ', '\u00a0')
/** Digits as people write them: in groups, with something or nothing between. */
const grouped = (least: number, most: number) =>
  fc
    .tuple(fc.integer({ min: least, max: most }).chain(digits), fc.array(fc.tuple(fc.integer(), separator)), separator)
    .map(([all, cuts, gap]) => {
      const places = new Set(cuts.map(([at]) => Math.abs(at) % all.length))
      return all.map((digit, n) => (n > 0 && places.has(n) ? `${gap}${digit}` : `${digit}`)).join('')
    })
const phone = fc
  .tuple(fc.constantFrom('+234', '0', '(0', '+44 ', '234'), grouped(10, 10))
  .map(([start, rest]) => (start === '(0' ? `(0${rest.slice(0, 3)})${rest.slice(3)}` : `${start}${rest}`))
const card = grouped(13, 19)
const around = fc.constantFrom('', ' ', '"', "'", '(', '<', ',', '=', ':', ';', '\n', 'Mr ', ' at ', 'to=', '[')
const textsWith = (thing: fc.Arbitrary<string>) => fc.tuple(fc.string(), around, thing, around, fc.string())
const onlyDigits = (text: string) => text.replace(/\D/g, '')

describe('what is stored of an error', () => {
  // ASVS: 14.2.4
  test('holds no email address, wherever in it one stands', () => {
    fc.assert(
      fc.property(textsWith(fc.emailAddress()), ([before, left, email, right, after]) => {
        expect(masked(`${before}${left}${email}${right}${after}`)).not.toContain(email)
        expect(masked(`Mail to ${email} bounced`)).not.toContain(email.slice(email.indexOf('@')))
        expect(masked(`/me/${encodeURIComponent(email)}/edit`)).not.toContain(encodeURIComponent(email))
      }),
      { numRuns: 1000 },
    )
  })

  test('holds no phone number and no number of a card, however it is written', () => {
    fc.assert(
      fc.property(textsWith(fc.oneof(phone, card)), ([before, left, number, right, after]) => {
        const text = masked(`${before.replace(/\d/g, '')}${left}${number}${right}${after.replace(/\d/g, '')}`)
        expect(onlyDigits(text)).not.toContain(onlyDigits(number).slice(1))
        expect(onlyDigits(text).length).toBeLessThan(7)
      }),
      { numRuns: 1000 },
    )
  })

  test('holds nothing of what an address asks for', () => {
    const word = fc.stringMatching(/^[a-z]{4,12}$/)
    const manyPairs = fc.array(fc.tuple(word, word), { minLength: 1 })
    fc.assert(
      fc.property(fc.constantFrom('?', '#'), manyPairs, around, (mark, pairs, after) => {
        const text = pairs.map(([name, value]) => `${name}=x${value}x`).join('&')
        const expected = masked(`GET https://shop.example/me${mark}${text}${after} failed`)
        for (const [, value] of pairs) expect(expected).not.toContain(`x${value}x`)
      }),
    )
  })

  test.each([
    ['No account for Ada.Obi+1@mail.example.ng', 'No account for [email]'],
    ['to=ada@mail.example&x, /me/ada%40mail.example', 'to=[email]&x, /me/[email]'],
    ['Call 0803 123 4567 or +234 (803) 123-4567', 'Call [number] or [number]'],
    ['Card 4084 0840 8408 4081 declined', 'Card [number] declined'],
    ['GET https://shop.example/me?email=ada%40mail.example&x=1 failed', 'GET https://shop.example/me?… failed'],
    ['GET /shows#access_token=abc', 'GET /shows?…'],
    ['Authorization: Bearer abcdefgh.ijk', 'Authorization: [secret]'],
    ['sent with Bearer abcdefgh.ijk', 'sent with Bearer [secret]'],
    ['{"password":"hunter2","seat":"B4"}', '{"password":[secret],"seat":"B4"}'],
    ['apiKey=k-12, pin: 4321', 'apiKey=[secret], pin: [secret]'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzaWQiOiIxIn0.c2ln is expired', '[token] is expired'],
    ['session-eyJhbGciOiJIUzI1NiJ9.eyJzaWQiOiIxIn0.c2ln ended', '[token].[token] ended'],
    ['session 7c9e6679-7425-40de-944b-e07fc1f90ae7 ended', 'session [id] ended'],
    ['key sk_live_51H8x2eZvKYlo2C0aB3dE4fG', 'key [token]'],
    ['nul\0 and half \ud800 a character', 'nul and half \ufffd a character'],
  ])('%j is %j', (text, expected) => {
    expect(masked(text)).toBe(expected)
  })

  test.each([
    "TypeError: Cannot read properties of undefined (reading 'seats')",
    'at SeatMap (https://shop.example/assets/seat-map-Bx3f9aQ1.js:41:17)',
    'at NotificationsHistoryPage (https://office.example/assets/NotificationsHistoryPage-DkX92kfa.js:12:10233)',
    'render@https://shop.example/assets/app.js:1:20411',
    'at open (node_modules/@mantine/core/esm/index.mjs:3:9)',
    'The showtime 2026-11-21T18:30:00.000Z is over; 12 of 48 seats were left on 2026-11-20',
    'Failed query: select * from movies where id = $1',
  ])('%j stays as it is', (text) => {
    expect(masked(text)).toBe(text)
  })

  test.each(['@', 'a', '1', '/', 'a@', 'eyJ', '-eyJ', 'a.a@a.', '?/', '-', 'token='])(
    'forty thousand times %j take no longer than a moment',
    (piece) => {
      const started = performance.now()
      masked(piece.repeat(40_000).slice(0, 40_000))
      expect(performance.now() - started).toBeLessThan(1000)
    },
  )
})
