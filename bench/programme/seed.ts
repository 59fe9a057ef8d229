import { writing, ZONE } from '../seeding.ts'

export const CINEMAS = 30
export const DAYS = 14
/** Of a cinema on a day, and in how many screens. */
export const SHOWS = 40
const SCREENS = 10
const MOVIES = 300
/** So many play. */
const PLAYING = 40
export const cinemaOf = (number: number) => String(number).padStart(4, '0')

/** A chain's showings of two weeks from the Friday that was last, with films of which some lack something. */
export async function seed(url: string): Promise<void> {
  await writing(
    url,
    ['movies', 'showtimes'],
    async (run) => {
      for (const statement of statements) await run(statement)
    },
    async () => {},
  )
}

const friday = `(date_trunc('week', (now() at time zone '${ZONE}')::date - 4)::date + 4)`

const statements = [
  `insert into states (name) values ('Lagos')`,
  `insert into cinemas (id, state_id, name) select lpad(i::text, 4, '0'), 1, 'Cinema ' || lpad(i::text, 2, '0') from generate_series(1, ${CINEMAS}) i`,
  `insert into screens (cinema_id, id, name, seats)
   select lpad(i::text, 4, '0'), lpad(s::text, 2, '0'), 'Screen ' || s, 60 + 10 * s
   from generate_series(1, ${CINEMAS}) i cross join generate_series(1, ${SCREENS}) s`,
  `insert into movies (id, name, title, has_details, overview, genres, trailer, poster, poster_small, backdrop, backdrop_small,
     release_year, runtime, censor_rating, is_approved, pos_listed_since, pos_opening_date)
   select 'HO' || lpad(i::text, 8, '0'), 'FILM ' || i, 'Film ' || lpad(i::text, 3, '0'), i % 4 > 0, 'Text', '{Drama}', 'https://t.example',
     case when i % 5 > 0 then '/p' else '' end, '/p', '/b', '/b', 2026, 100, case when i % 3 > 0 then '15' else 'TBC' end, i % 6 > 0,
     now(), ${friday} - 7 * (i % 6)
   from generate_series(1, ${MOVIES}) i`,
  `insert into movie_cast (movie_id, position, name) select id, 0, 'Ada Okafor' from movies where right(id, 1) <> '7'`,
  `insert into showtimes (cinema_id, id, movie_id, screen_id, starts_at, ends_at, seats_available, added_at)
   select lpad(c::text, 4, '0'), 'S' || d || '-' || n, 'HO' || lpad((1 + (c * 7 + d + n * 3) % ${PLAYING})::text, 8, '0'),
     lpad((1 + n % ${SCREENS})::text, 2, '0'), at, at + interval '2 hours', 10 + (c * d + n) % 50, now() - interval '20 days'
   from generate_series(1, ${CINEMAS}) c cross join generate_series(0, ${DAYS - 1}) d cross join generate_series(0, ${SHOWS - 1}) n
   cross join lateral (
     select (${friday} + d + interval '10 hours' + (n / ${SCREENS}) * interval '170 minutes' + (n % ${SCREENS}) * interval '5 minutes') at time zone '${ZONE}' as at
   ) x`,
]
