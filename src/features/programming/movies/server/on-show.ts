import type { Db } from '#server/db/connect.ts'
import type { MovieOnShow } from '../contract.ts'
import { number, query, text } from '#server/db/query.ts'

const row = { movie_id: text, name: text, poster: text, id: text, starts_at: text, screen: text, seats: number }

/** The movies with a showtime at a cinema in a range of instants, by name, each with its showtimes in their order. */
export async function moviesOnShow(db: Db, cinemaId: string, [from, until]: [Date, Date]): Promise<MovieOnShow[]> {
  const { rows } = await query(db, row)`
    select m.id as movie_id, coalesce(nullif(m.title, ''), m.name) as name, m.poster_small as poster,
      t.id, t.starts_at, t.screen_id as screen, t.seats_available as seats
    from showtimes t join movies m on m.id = t.movie_id
    where t.cinema_id = ${cinemaId} and t.cancelled_at is null and m.deleted_at is null
      and t.starts_at >= ${from.toISOString()} and t.starts_at < ${until.toISOString()}
    order by coalesce(nullif(m.title, ''), m.name) collate "und-x-icu", m.id, t.starts_at, t.id`
  const movies = new Map<string, MovieOnShow>()
  for (const { movie_id, name, poster, id, starts_at, screen, seats } of rows) {
    const movie = movies.get(movie_id) ?? { movie_id, movie_name: name, movie_poster: poster, show_times: [] }
    movie.show_times.push({
      show_time_id: id,
      show_time: new Date(starts_at).toISOString(),
      cinema_screen_id: screen,
      seats_available: seats,
    })
    movies.set(movie_id, movie)
  }
  return [...movies.values()]
}
