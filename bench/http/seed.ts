import type pg from 'pg'

/** What is searched for: a word of one film in fifty, and one of three films of each list. */
export const COMMON_WORD = 'wedding'
export const RARE_WORD = 'zobo'
export const CINEMA = '0001'
/** Every film of the list has a showtime on one of these days. */
export const RANGE = { start_date: '2026-11-02', end_date: '2026-11-29' }

const RANGE_DAYS = 28
const OTHER_CINEMAS = 20
/** So many films share the rare word. */
const RARE = 3

const openings =
  'The|A|My|Her|Our|Last|First|Secret|Golden|Broken|Silent|Lost|Return of the|House of|Daughter of|Sons of|Queen of|King of|Days of|Beyond the|Under the|Blood and|Before the|Chasing the|One More|Dear|Black|Red|Hidden|Wild|Sweet|Bitter|Long|Night of the|Children of the|Escape from the|Emails to the|Finding the|Forgotten|Royal'
const subjects =
  'Wedding|Village|River|Drum|Promise|Stranger|Market|Harmattan|Ocean|Tailor|Landlord|Masquerade|Bridge|Fire|Shadow|Garden|Crown|Storm|Mirror|Inheritance|Widow|Captain|Dancer|Prophet|Island|Rain|Lion|Thunder|Sister|Brother|Kingdom|Journey|Bride|Detective|Merchant|Verdict|Election|Comedy Night|Soldier|Teacher|Ghost|Road|Train|Gold|Palace|Secret|Money|Neighbour|Orchestra|Robot'
const places =
  'Lagos|Abuja|Ibadan|Enugu|Kano|Jos|Calabar|Benin|Accra|Nairobi|Onitsha|Ikeja|Lekki|Port Harcourt|Owerri|Uyo|Asaba|Abeokuta|London|Houston'
const genres =
  'Action|Adventure|Animation|Comedy|Crime|Documentary|Drama|Family|Fantasy|History|Horror|Music|Mystery|Romance|Science Fiction|TV Movie|Thriller|War|Western'
const sentence =
  'When a family from the east meets a family from the west, an old promise comes due and nobody is who they said they were. '

/** A number of 0..n-1 that follows from the film's number and a salt, the same in every run. */
const pick = (salt: number | string, n: number) => `(abs(hashint4extended(i, ${salt})) % ${n})::int`
const word = (list: string, salt: number) =>
  `(string_to_array('${list}', '|'))[1 + ${pick(salt, list.split('|').length)}]`

/** A statement of this many films takes a few seconds, far from the limit of a statement on either database. */
const STEP = 20_000

/**
 * Films with names, genres and popularity distributed as in a real catalogue. Of each kind half were entered by staff
 * and three quarters of those approved; the first `count` have two showtimes at the cinema in the range, one before it
 * and one elsewhere; the next `count` are coming soon.
 */
export async function seed(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(`insert into states (name) values ('Lagos')`)
  await pool.query(`
    insert into cinemas (id, state_id, name)
    select lpad(n::text, 4, '0'), 1, 'Cinema ' || n from generate_series(1, ${OTHER_CINEMAS + 1}) n`)
  await pool.query(`
    insert into screens (cinema_id, id, name, seats)
    select c.id, n::text, 'Screen ' || n, 120 from cinemas c, generate_series(1, 8) n`)
  const steps = (most: number) =>
    Array.from({ length: Math.ceil(most / STEP) }, (_, at) => [at * STEP + 1, Math.min(most, (at + 1) * STEP)] as const)
  for (const [first, last] of steps(2 * count)) await pool.query(films(first, last, count))
  for (const [first, last] of steps(count)) await pool.query(showtimes(first, last))
  // What is not on disk yet does not count as visible to all, and an index alone would then not answer.
  await pool.query('checkpoint')
  for (const table of ['movies', 'showtimes', 'cinemas', 'screens']) await pool.query(`vacuum analyze ${table}`)
}

const films = (first: number, last: number, count: number) => `
  insert into movies (
    id, name, pos_genre, pos_rating, pos_runtime, pos_opening_date, pos_listed_since,
    has_details, title, overview, genres, trailer, poster, poster_small, backdrop, backdrop_small,
    release_year, runtime, censor_rating, is_approved, is_coming_soon, coming_soon_date, likes, dislikes)
  select
    'HO' || lpad(i::text, 8, '0'), name, genre, 'PG', runtime, date '2026-11-01' - ${pick(4, 400)}, now(),
    entered, case when entered then name else '' end,
    case when entered then repeat('${sentence}', 1 + ${pick(5, 4)}) else '' end,
    case when entered
      then (select array_agg(distinct g) from unnest(array[genre, ${word(genres, 6)}, ${word(genres, 7)}]) g)
      else '{}' end,
    case when entered then 'https://video.example/watch?v=' || md5(i::text) else '' end,
    picture, picture, picture, picture, 1990 + ${pick(8, 37)}, runtime, 'PG',
    entered and ${pick(9, 4)} > 0,
    is_soon, case when is_soon then date '2026-12-01' + ${pick(10, 365)} end,
    likes, likes * ${pick(11, 60)} / 100
  from (
    select i, i > ${count} as is_soon, ${word(genres, 3)} as genre, 75 + ${pick(12, 100)} as runtime,
      ${pick(13, 2)} = 0 as entered,
      case when ${pick(13, 2)} = 0 then '/api/media/' || md5(i::text) || '.webp' else '' end as picture,
      case when i > ${count} then 0 else 40000 / (1 + ${pick(14, 20_000)}) end as likes,
      ${word(openings, 0)} || ' ' || ${word(subjects, 1)}
        || case ${pick(15, 3)}
          when 0 then ' in ' || ${word(places, 2)}
          when 1 then ': ' || ${word(places, 2)} || ' Nights'
          else '' end
        || case when ${pick(16, 4)} = 0 then ' ' || 2 + ${pick(17, 8)} else '' end
        || case when i % ${Math.floor(count / RARE)} = 7 then ' and the Zobo Seller' else '' end as name
    from generate_series(${first}, ${last}) i
  ) film`

const showtimes = (first: number, last: number) => `
  insert into showtimes (cinema_id, id, movie_id, screen_id, starts_at, ends_at, seats_available)
  select cinema, (4 * i + n)::text, 'HO' || lpad(i::text, 8, '0'), (1 + ${pick(18, 8)})::text,
    starts_at, starts_at + interval '2 hours', 120
  from (
    select i, n,
      case when n < 3 then '${CINEMA}' else lpad((2 + ${pick(19, OTHER_CINEMAS)})::text, 4, '0') end as cinema,
      timestamptz '${RANGE.start_date} 09:00+01' - case when n = 2 then interval '60 days' else interval '0' end
        + ${pick('40 + n', RANGE_DAYS)} * interval '1 day' + ${pick('60 + n', 52)} * interval '15 minutes' as starts_at
    from generate_series(${first}, ${last}) i, generate_series(0, 3) n
  ) showing
  order by starts_at`
