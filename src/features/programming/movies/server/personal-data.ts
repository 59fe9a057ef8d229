import { NON_PERSONAL, type PersonalColumns } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const personalColumns: Record<string, PersonalColumns> = {
  movies: {
    nonPersonal: {
      [NON_PERSONAL.chain]:
        'id name pos_genre pos_rating title overview genres tags trailer poster poster_small backdrop backdrop_small censor_rating public_contents vod_contents',
    },
  },
  movie_cast: { nonPersonal: { 'People of films, as they are published': 'movie_id name character image gender' } },
  movie_sources: { nonPersonal: { [NON_PERSONAL.chain]: 'movie_id field source external_id' } },
  reviews: {
    erased: 'customer_name',
    redact: 'review',
    nonPersonal: { [NON_PERSONAL.chain]: 'movie_id', [NON_PERSONAL.id]: 'source external_id' },
  },
}
