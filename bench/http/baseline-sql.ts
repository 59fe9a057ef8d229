import type pg from 'pg'

/** Answers a call from its query as the API does, with the fewest and cheapest statements. */
export type Answer = (pool: pg.Pool, query: URLSearchParams) => Promise<Record<string, unknown>>

const columns = `m.id, m.name, m.title, coalesce(nullif(array_to_string(m.genres, ', '), ''), m.pos_genre) as genre,
  m.poster_small, m.has_details, m.is_approved, m.coming_soon_date, m.likes, m.dislikes`

type Row = {
  id: string
  name: string
  title: string
  genre: string
  poster_small: string
  has_details: boolean
  is_approved: boolean
  coming_soon_date: string | null
  likes: number
  dislikes: number
}
type List = { where: string[]; values: unknown[]; order: [key: string, descending: boolean] }

const filters = (list: List, query: URLSearchParams) => {
  if (query.has('search')) list.where.push(`m.search_text like $${list.values.push(`%${query.get('search')}%`)}`)
  if (query.has('status')) list.where.push(`m.is_approved = $${list.values.push(query.get('status') === 'approved')}`)
  return list
}

/** The total, and the page counted from whichever end is nearer. */
async function pageOf(pool: pg.Pool, { where, values, order: [key, descending] }: List, query: URLSearchParams) {
  const from = `from movies m where ${where.join(' and ')}`
  const counted = await pool.query<{ n: number }>(`select count(*) as n ${from}`, values)
  const totalCount = counted.rows[0]!.n
  const perPage = Number(query.get('perPage'))
  const offset = (Number(query.get('page')) - 1) * perPage
  const isTurned = offset >= totalCount / 2
  const limit = Math.max(0, Math.min(perPage, totalCount - offset))
  const direction = descending === isTurned ? 'asc' : 'desc'
  const { rows } = await pool.query<Row>(
    `select ${columns} ${from} order by ${key} ${direction}, m.id ${direction}
     limit ${limit} offset ${isTurned ? totalCount - offset - limit : offset}`,
    values,
  )
  if (isTurned) rows.reverse()
  return { rows, perPage, totalCount, totalPages: Math.ceil(totalCount / perPage) }
}

export const moviesListed: Answer = async (pool, query) => {
  const list = filters(
    {
      where: [
        'm.deleted_at is null',
        `exists (select from showtimes s where s.movie_id = m.id and s.cinema_id = $1 and s.cancelled_at is null
           and s.starts_at >= $2 and s.starts_at < $3)`,
      ],
      // The zone of the measurement has been an hour ahead since 1919.
      values: [query.get('cinema_id'), `${query.get('start_date')} 00:00+01`, `${query.get('end_date')} 24:00+01`],
      order: query.get('sort') === '-likes' ? ['m.likes', true] : ['m.name collate "und-x-icu"', false],
    },
    query,
  )
  const { rows, ...page } = await pageOf(pool, list, query)
  return {
    movies: rows.map((row) => ({
      movie_id: row.id,
      movie_name: row.name,
      genre: row.genre,
      small_poster: row.poster_small || null,
      movie_db_details: {
        db_movie_title: row.has_details ? row.title : null,
        has_movie_db_details: row.has_details,
        is_available_for_display: row.is_approved,
      },
      reviewDetails: { metadata: { numberOfLikes: row.likes, numberOfDislikes: row.dislikes } },
    })),
    ...page,
  }
}

export const comingSoon: Answer = async (pool, query) => {
  const list = filters(
    { where: ['m.is_coming_soon', 'm.deleted_at is null'], values: [], order: ['m.coming_soon_date', false] },
    query,
  )
  const { rows, ...page } = await pageOf(pool, list, query)
  return {
    movies: rows.map((row) => ({
      rosetta_movie_id: row.id,
      movie_title: row.title || row.name,
      genre: row.genre,
      small_poster: row.poster_small || null,
      is_available_for_display: row.is_approved,
      is_coming_soon_date: row.coming_soon_date,
      has_movie_db_details: row.has_details,
    })),
    ...page,
  }
}
