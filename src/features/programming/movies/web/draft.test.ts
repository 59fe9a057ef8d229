import { describe, expect, test } from 'vitest'
import type { ExternalMovie, MovieRecord } from '../contract.ts'
import { isOffered, offers, databaseStateOf, toDraft, toSave } from './draft.ts'

const details = {
  movie_title: 'Citation',
  description: 'A student and her professor.',
  genre: 'Drama, Thriller',
  youtube_trailer: 'https://youtu.be/1',
  big_poster: '/big-poster.jpg',
  small_poster: '/small-poster.jpg',
  big_backround: '/big-background.jpg',
  small_background: '/small-background.jpg',
  movie_cast_list: [
    { id: 1, image: '/temi.jpg', original_name: 'Temi Otedola', character_name: 'Moremi' },
    { id: 2, image: '', original_name: 'Jimmy Jean-Louis', character_name: 'Lucien' },
  ],
  release_year: 2020,
  movie_run_time: 151,
  feature: true,
  tags: 'nollywood',
  censorship_rating: '15',
  is_available_for_display: true,
  is_coming_soon: true,
  is_coming_soon_date: '2026-12-24',
}
const record = {
  movie_id: '0007',
  movie_name: 'CITATION (2D)',
  genre: 'Drama',
  opening_date: '2026-11-20',
  movie_run_time: 150,
  sources: [{ field: 'description', external_id: '11' }],
  movie_details_from_db: details,
} as unknown as MovieRecord
const fresh = { ...record, sources: [], movie_details_from_db: null } as unknown as MovieRecord

test('the form begins with what staff saved, or with what the point of sale says', () => {
  expect(toDraft(record)).toEqual({
    title: 'Citation',
    overview: 'A student and her professor.',
    genres: ['Drama', 'Thriller'],
    trailerURL: 'https://youtu.be/1',
    posterImage: '/big-poster.jpg',
    posterImageSmall: '/small-poster.jpg',
    backdropImage: '/big-background.jpg',
    backdropImageSmall: '/small-background.jpg',
    casts: [
      { name: 'Temi Otedola', character: 'Moremi', profileImage: '/temi.jpg', order: 0 },
      { name: 'Jimmy Jean-Louis', character: 'Lucien', profileImage: '', order: 1 },
    ],
    releaseYear: '2020',
    featureLength: '151',
    upcoming: 'true',
    openingDate: '12-24-2026',
    censorRating: '15',
    isApproved: true,
    imported: [],
  })
  expect(toDraft(fresh)).toMatchObject({
    title: 'CITATION (2D)',
    overview: '',
    genres: ['Drama'],
    releaseYear: '2026',
    featureLength: '150',
    upcoming: 'false',
    openingDate: '',
    censorRating: 'TBC',
    isApproved: false,
  })
})

test('each field is saved under its name, the cast in its order, the version where there is one', () => {
  const draft = toDraft(record)
  const saved = toSave(record, { ...draft, casts: draft.casts.toReversed() }, 3)
  expect(saved).toEqual({
    rosetta_movie_id: '0007',
    movie_title: 'Citation',
    description: 'A student and her professor.',
    genre: 'Drama, Thriller',
    big_poster: '/big-poster.jpg',
    small_poster: '/small-poster.jpg',
    big_background: '/big-background.jpg',
    small_background: '/small-background.jpg',
    youtube_trailer_link: 'https://youtu.be/1',
    release_year: 2020,
    movie_run_time: 151,
    feature: true,
    tags: 'nollywood',
    censorship_rating: '15',
    is_available_for_display: true,
    is_coming_soon: true,
    is_coming_soon_date: '2026-12-24',
    cast: [
      { original_name: 'Temi Otedola', character_name: 'Moremi', image: '/temi.jpg' },
      { original_name: 'Jimmy Jean-Louis', character_name: 'Lucien', image: '' },
    ],
    imported: [],
    version: 3,
  })
  const first = toSave(fresh, { ...toDraft(fresh), openingDate: '12-24-2026' }, null)
  expect(first).toMatchObject({ feature: false, tags: '', is_coming_soon: false, is_coming_soon_date: '' })
  expect(first).not.toHaveProperty('version')
})

describe('what is taken from the movie database', () => {
  const external = {
    title: 'Citation',
    overview: '',
    genres: ['Drama'],
    backdrop_path: '/b.jpg',
    poster_path: '/p.jpg',
    'cast-data': { cast: [{ name: 'Temi Otedola', character: 'Moremi', profile_path: null, order: 4 }] },
    release_date: '2020-11-06',
    runtime: 151,
    trailer: null,
  } as unknown as ExternalMovie
  const offered = offers(external)

  test('is offered by field, where there is something', () => {
    expect(offered).toEqual({
      title: 'Citation',
      overview: undefined,
      genres: ['Drama'],
      backdropImage: '/b.jpg',
      backdropImageSmall: '/b.jpg',
      posterImage: '/p.jpg',
      posterImageSmall: '/p.jpg',
      casts: [{ name: 'Temi Otedola', character: 'Moremi', profileImage: '', order: 4 }],
      releaseYear: '2020',
      featureLength: '151',
      trailerURL: undefined,
    })
  })

  test('counts as taken as long as it stands', () => {
    const imported = [{ id: '11', values: { title: 'Citation', genres: ['Drama'] }, attribution: null }]
    const draft = { ...toDraft(record), genres: ['Drama'], imported }
    expect(toSave(record, draft, 1).imported).toEqual([{ external_id: '11', fields: ['movie_title', 'genre'] }])
    const typedOver = { ...draft, title: 'Citation, our cut' }
    expect(toSave(record, typedOver, 1).imported).toEqual([{ external_id: '11', fields: ['genre'] }])
  })

  test('a field that has it is known, a picture by its copy', () => {
    const draft = {
      ...toDraft(record),
      imported: [{ id: '11', values: { posterImage: '/big-poster.jpg' }, attribution: '' }],
    }
    const standing = databaseStateOf(record, toDraft(record), draft)
    expect(standing).toMatchObject([{ id: '11', values: { overview: details.description } }, { id: '11' }])
    const has = (field: 'title' | 'genres' | 'posterImage' | 'backdropImage') =>
      isOffered(field, draft, offered, standing)
    expect([has('title'), has('genres'), has('posterImage'), has('backdropImage')]).toEqual([true, false, true, false])
  })
})
