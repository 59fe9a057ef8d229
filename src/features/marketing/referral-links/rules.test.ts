import { expect, test } from 'vitest'
import { withCode } from '#contract/code.ts'
import { linkErrors, longLinkOf, messages, withMarks } from './rules.ts'

test('the shop is sent the movie and the code, where its address has a place for them or not', () => {
  expect(longLinkOf('https://shop.example', '0001', 'GRACE4EV')).toBe(
    'https://shop.example/?movie_id=0001&referral_code=GRACE4EV',
  )
  expect(longLinkOf('https://shop.example/m/{movie_id}?from=office', 'a/b', 'GRACE4EV')).toBe(
    'https://shop.example/m/a%2Fb?from=office&referral_code=GRACE4EV',
  )
  expect(withCode('https://shop.example/x?referral_code=OLD#top', 'NEW')).toBe(
    'https://shop.example/x?referral_code=NEW#top',
  )
})

test('the marks of a campaign go on with the link, and change nothing of it', () => {
  expect(
    withMarks('https://shop.example/m?referral_code=GRACE4EV', { utm_source: 'ig', referral_code: 'OTHER123' }),
  ).toBe('https://shop.example/m?referral_code=GRACE4EV&utm_source=ig')
  expect(withMarks('https://shop.example/?a=1', { a: '2', tag: ['x', 'y&z'] })).toBe(
    'https://shop.example/?a=1&tag=x&tag=y%26z',
  )
})

test('a link has a name and a movie', () => {
  expect(linkErrors({ name: ' ', movie_id: '' })).toEqual({ name: messages.noName, movie_id: messages.noMovie })
  expect(linkErrors({ name: 'Grace', movie_id: '1' })).toEqual({})
})
