import { NOBODYS, type Holding } from '#server/person.ts'

/** What becomes of the feature's texts when somebody is erased. */
export const holds: Record<string, Holding> = {
  movies: {
    nobodys: {
      [NOBODYS.chain]:
        'id name pos_genre pos_rating title overview genres tags trailer poster poster_small backdrop backdrop_small censor_rating public_contents vod_contents',
    },
  },
  movie_cast: { nobodys: { 'People of films, as they are published': 'movie_id name character image gender' } },
  movie_sources: { nobodys: { [NOBODYS.chain]: 'movie_id field source external_id' } },
  reviews: {
    erased: 'customer_name',
    freed: 'review',
    nobodys: { [NOBODYS.chain]: 'movie_id', [NOBODYS.id]: 'source external_id' },
  },
}
