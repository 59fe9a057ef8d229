import { expect, test } from 'vitest'
import { parseEnv } from '../env.ts'
import { pagePolicy } from './security.ts'

const S3 = {
  S3_ENDPOINT: 'http://files.inside:9000',
  S3_BUCKET: 'cinema',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'secret',
}
const sources = (name: string, settings: Record<string, string> = {}) =>
  pagePolicy('nonce', parseEnv(settings))
    .split('; ')
    .find((directive) => directive.startsWith(`${name} `))

test('pictures and films come from here, from anywhere safe, and from the store of our files', () => {
  expect(sources('img-src')).toBe("img-src 'self' data: blob: https:")
  expect(sources('img-src', S3)).toBe("img-src 'self' http://files.inside:9000 data: blob: https:")
  expect(sources('media-src', { ...S3, S3_STYLE: 'virtual-host' })).toBe(
    "media-src 'self' http://cinema.files.inside:9000 https:",
  )
  expect(sources('img-src', { ...S3, S3_PUBLIC_URL: 'http://cdn.inside/films' })).toContain(' http://cdn.inside data:')
})

test('artwork of the movie database comes from where our settings say, also inside', () => {
  const inside = sources('img-src', { TMDB_TOKEN: 'token', TMDB_IMAGE_URL: 'http://artwork.inside/t/p' })
  expect(inside).toBe("img-src 'self' http://artwork.inside data: blob: https:")
})

test('nothing else does', () => expect(sources('script-src', S3)).toBe("script-src 'self'"))
