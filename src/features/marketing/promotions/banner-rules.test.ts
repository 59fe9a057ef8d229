import { describe, expect, test } from 'vitest'
import { bannerProblems, cutDescription, type BannerFields } from './banner-rules.ts'

const movie: BannerFields = {
  isMovie: true,
  title: 'The Wedding Party',
  description: 'Two families, one hall.',
  rosetta_movie_id: '00012841',
  youtube_trailer: 'https://www.youtube.com/watch?v=1',
  url: '',
  web_image: '/api/files/image-1.jpg',
  mobile_image: '',
  thumbnail: '/api/files/image-2.jpg',
  starts_at: null,
  ends_at: null,
}
const promotion: BannerFields = { ...movie, isMovie: false, description: '', rosetta_movie_id: '', youtube_trailer: '' }

test.each([movie, promotion, { ...promotion, web_image: '', mobile_image: '/api/files/video-1.mp4', thumbnail: '' }])(
  'one that is whole has no problem (%#)',
  (fields) => expect(bannerProblems(fields)).toEqual({}),
)

describe.each([
  ['Movie', movie],
  ['Promotion', promotion],
])('of type %s', (_, good) => {
  // Clauses: operations 303
  test.each([
    [{ title: ' ' }, { title: 'Title cannot be empty.' }],
    [{ description: 'x'.repeat(501) }, { description: 'Description must be between 1 - 500 chars.' }],
    [{ youtube_trailer: 'not an address' }, { youtube_trailer: 'Trailer URL must be a valid URL.' }],
    [{ url: 'javascript:alert(1)' }, { url: 'Enter a web address' }],
    [{ url: '/students' }, { url: 'Enter a web address' }],
    [{ thumbnail: '' }, { thumbnail: 'Add a thumbnail image for web' }],
    [{ thumbnail: '/api/files/video-1.mov' }, { thumbnail: 'The thumbnail must be an image' }],
    [
      { starts_at: '2026-12-02T07:00:00Z', ends_at: '2026-12-02T07:00:00Z' },
      { ends_at: 'The end must be after the start' },
    ],
  ])('%j', (change, problems) => expect(bannerProblems({ ...good, ...change })).toEqual(problems))
})

// Clauses: operations 298
test('a movie is asked for its description, id and trailer, a promotion is not', () => {
  const empty = { description: '', rosetta_movie_id: '', youtube_trailer: '' }
  expect(bannerProblems({ ...movie, ...empty })).toEqual({
    description: 'Description must be between 1 - 500 chars.',
    rosetta_movie_id: 'Movie ID cannot be empty',
    youtube_trailer: 'Trailer URL must be a valid URL.',
  })
  expect(bannerProblems({ ...promotion, ...empty })).toEqual({})
})

// Clauses: operations 299
test('media for web or mobile', () => {
  const none = { web_image: '', mobile_image: '', thumbnail: '' }
  expect(bannerProblems({ ...movie, ...none })).toEqual({ web_image: 'Add an image for either web or mobile' })
  expect(bannerProblems({ ...promotion, ...none })).toEqual({ web_image: 'Add media for either web or mobile' })
})

test('a long description is cut at a word', () => {
  expect(cutDescription('short')).toBe('short')
  const shortened = cutDescription('word '.repeat(200))
  expect(shortened.length).toBeLessThanOrEqual(500)
  expect(shortened).toMatch(/ word…$/)
})
