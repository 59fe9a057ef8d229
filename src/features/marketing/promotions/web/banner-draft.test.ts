import { expect, test } from 'vitest'
import { draftProblems, EMPTY, toAdd, toChange, type BannerDraft } from './banner-draft.ts'

const typed: BannerDraft = {
  ...EMPTY,
  title: 'The Wedding Party',
  description: 'Two families, one hall.',
  rosetta_movie_id: '00012841',
  youtube_trailer: 'https://youtu.be/1',
  url: 'https://cinema.example/wedding',
  mobile_image: '/api/files/image-1.jpg',
}
const zone = 'Africa/Lagos'
const problems = draftProblems(zone)
const movie: BannerDraft = { ...typed, type: 'Movie' }
const promotion: BannerDraft = { ...typed, type: 'Promotion' }

test('what was typed for the other type does not keep it from being saved', () => {
  expect(problems({ ...movie, url: 'nowhere' })).toEqual({})
  expect(problems({ ...promotion, youtube_trailer: 'nowhere' })).toEqual({})
  expect(problems({ ...movie, youtube_trailer: 'nowhere' })).toHaveProperty('youtube_trailer')
  expect(problems({ ...promotion, url: 'nowhere' })).toHaveProperty('url')
})

test('what was typed for the other type is not sent', () => {
  const { title, description, web_image, mobile_image, thumbnail } = typed
  const both = { description, web_image, mobile_image, thumbnail, starts_at: null, ends_at: null }
  const ids = { rosetta_movie_id: '00012841' }
  expect(toAdd(movie, zone)).toEqual({
    ...both,
    ...ids,
    isMovie: true,
    movie_title: title,
    movie_id: '00012841',
    youtube_trailer_link: 'https://youtu.be/1',
  })
  expect(toAdd(promotion, zone)).toEqual({
    ...both,
    isMovie: false,
    movie_title: title,
    url: 'https://cinema.example/wedding',
  })
  expect(toChange(movie, 2, zone)).toEqual({
    ...both,
    ...ids,
    title,
    destination_id: '00012841',
    movie_db_info_id: '00012841',
    youtube_trailer: 'https://youtu.be/1',
    version: 2,
  })
  expect(toChange(promotion, 2, zone)).toEqual({ ...both, title, url: 'https://cinema.example/wedding', version: 2 })
})
