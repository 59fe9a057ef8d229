import type pg from 'pg'
import type { Answer } from '../http/baseline-sql.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type Row = Record<string, any>
const read = async (pool: pg.Pool, text: string, values: unknown[] = []) => (await pool.query<Row>(text, values)).rows

/** Addresses are whole: those of the server beside which it is measured. */
const at = (address: string) => (address ? `${process.env.PUBLIC_ORIGIN}${address}` : null)

const PER_PAGE = 10
const offsetOf = (query: URLSearchParams) =>
  (Number(query.get('page') ?? query.get('pageNo')) - 1) * Number(query.get('perPage') ?? PER_PAGE)
const likeOf = (query: URLSearchParams) => `%${query.get('search')}%`
const iso = (column: string, name: string) =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "${name}"`

/** Whether a list is searched, its condition, and the values. */
const searched = (query: URLSearchParams, text: string) =>
  query.has('search') ? { where: `${text} like $1`, values: [likeOf(query)] } : { where: 'true', values: [] }

const countOf = async (pool: pg.Pool, from: string, values: unknown[]) =>
  (await read(pool, `select count(*)::int as n from ${from}`, values))[0]!.n as number

/** A word is in a link itself or in its movie. */
export const links: Answer = async (pool, query) => {
  const values = query.has('search') ? [likeOf(query)] : []
  const found = (movies: string) =>
    `l.deleted_at is null ${values.length ? `and (l.search_text like $1 or l.movie_id = any(${movies}))` : ''}`
  const movies = values.length ? `array(select id from movies where search_text like $1)` : `'{}'::text[]`
  const [known] = await read(
    pool,
    `select count(*)::int as total, ${movies} as movies from referral_links l where ${found(movies)}`,
    values,
  )
  const rows = await read(
    pool,
    `with page as (select l.id from referral_links l where ${found('$2')} order by l.created_at desc, l.id desc
       limit ${PER_PAGE} offset ${offsetOf(query)})
     select l.id, l.name, l.movie_id, m.title, l.code, l.long_link, coalesce(c.clicks, 0) as clicks,
       coalesce(s.tickets, 0) as tickets, coalesce(s.kobo, 0) / 100.0 as naira, ${iso('l.created_at', 'createdAt')}, l.version
     from page join referral_links l on l.id = page.id join movies m on m.id = l.movie_id
       left join referral_clicks c on c.link_id = l.id left join referral_sums s on s.code = upper(l.code)
     order by l.created_at desc, l.id desc`,
    values.length ? [...values, known!.movies] : [],
  )
  return {
    data: rows.map((row) => ({
      id: row.id,
      name: row.name,
      movie: { movie_id: row.movie_id, movie_title: row.title },
      referral_code: row.code,
      short_referral_link: at(`/r/${row.code}`),
      long_referral_link: row.long_link,
      clicks: Number(row.clicks),
      ticketsPurchased: Number(row.tickets),
      revenueGenerated: Number(row.naira),
      createdAt: row.createdAt,
      version: row.version,
    })),
    pagination: { totalCount: known!.total },
  }
}

export const notifications: Answer = async (pool, query) => {
  const { where, values } = searched(query, 'n.search_text')
  const rows = await read(
    pool,
    `with page as (select n.id from push_notifications n where ${where} order by n.send_at desc, n.id desc
       limit ${PER_PAGE} offset ${offsetOf(query)})
     select n.id, n.title, n.body, n.audience, to_char(n.send_at at time zone 'Africa/Lagos', 'YYYY-MM-DD') as schedule_date,
       to_char(n.send_at at time zone 'Africa/Lagos', 'HH24:MI') as schedule_time, n.is_scheduled,
       n.accepted as "totalReceived", coalesce(c.clicks, 0) as "totalClicks", coalesce(s.purchases, 0)::int as purchases,
       n.link, n.image, n.email, n.name, n.code, n.state, n.devices, n.unregistered, n.failed, ${iso('n.created_at', 'createdAt')},
       n.created_by as "createdBy", ${iso('n.finished_at', 'finishedAt')}, n.version
     from page join push_notifications n on n.id = page.id left join push_clicks c on c.notification_id = n.id
       left join referral_sums s on s.code = upper(n.code)
     order by n.send_at desc, n.id desc`,
    values,
  )
  return { notifications: rows, totalCount: await countOf(pool, `push_notifications n where ${where}`, values) }
}

const promotionColumns = `
  id, title, description, is_active as "isActive", is_movie as "isMovie", movie_id as rosetta_movie_id,
  movie_id as movie_db_info_id, trailer as youtube_trailer, url, web_media, mobile_media, thumbnail, position,
  on_landing as "isVisibleOnHomepage", primary_cta as "primaryCTA", secondary_cta as "secondaryCTA",
  primary_cta_url as "primaryCTAUrl", secondary_cta_url as "secondaryCTAUrl", starts_at, ends_at,
  case when is_active then 'live' else 'off' end as state, version`

export const promotions: Answer = async (pool, query) => {
  const text = query.has('search') ? `and search_text like $1` : ''
  const values = query.has('search') ? [likeOf(query)] : []
  const from = `promotions where position = 'body' and deleted_at is null ${text}`
  const rows = await read(
    pool,
    `select ${promotionColumns} from ${from} order by id desc limit ${PER_PAGE} offset ${offsetOf(query)}`,
    values,
  )
  return {
    promotions: rows,
    totalCount: await countOf(pool, from, values),
    metamaxActivePromotionsOnHomepageBody: 3,
    visibleOnHomepage: await countOf(pool, 'promotions where on_landing and is_active and deleted_at is null', []),
  }
}

export const vouchers: Answer = async (pool, query) => {
  const rows = await read(
    pool,
    `select id, last4, state, recipient, null as "expiresOn", null as "redeemedAt", null as "redeemedBy", null as reference,
       null as customer, null as "voidedAt", null as "replacedBy", version
     from vouchers where group_id = 1 order by id limit ${Number(query.get('perPage'))} offset ${offsetOf(query)}`,
  )
  return { vouchers: rows, totalCount: await countOf(pool, 'vouchers where group_id = 1', []) }
}

export const publicBanners = async (pool: pg.Pool) => {
  const rows = await read(
    pool,
    `select * from promotions where position = 'banner' and is_active and deleted_at is null
       and (starts_at is null or starts_at <= now()) and (ends_at is null or ends_at > now()) order by id desc limit 100`,
  )
  return {
    banners: rows.map((row) => ({
      id: row.id,
      title: row.title,
      description: row.description,
      web_media: at(row.web_media),
      mobile_media: at(row.mobile_media),
      thumbnail: at(row.thumbnail),
      isMovie: row.is_movie,
      rosetta_movie_id: row.movie_id,
      youtube_trailer: row.trailer || null,
      url: row.url || null,
    })),
  }
}

export const publicMovies = async (pool: pg.Pool) => {
  const rows = await read(
    pool,
    `select m.*, (select min(s.starts_at) from showtimes s where s.movie_id = m.id and s.cancelled_at is null
       and s.starts_at > now()) as next from movies m where m.is_approved and m.deleted_at is null
     order by m.name collate "und-x-icu", m.id limit 51`,
  )
  return {
    movies: rows.slice(0, 50).map((row) => ({
      movie_id: row.id,
      title: row.title,
      description: row.overview,
      genres: row.genres,
      censorship_rating: row.censor_rating,
      movie_run_time: row.runtime,
      release_year: row.release_year,
      youtube_trailer: row.trailer || null,
      big_poster: at(row.poster),
      small_poster: at(row.poster_small),
      big_background: at(row.backdrop),
      small_background: at(row.backdrop_small),
      is_coming_soon: row.is_coming_soon,
      is_coming_soon_date: row.coming_soon_date,
      next_show_time: row.next,
    })),
    nextPage: rows.length > 50 ? 2 : null,
  }
}

/** Where the link with a code leads, and its click: the query of the server itself. */
export const clickOn = async (pool: pg.Pool, code: string) =>
  (
    await read(
      pool,
      `with link as (
         select id, long_link from referral_links where upper(code) = upper($1) and deleted_at is null
       ), counted as (
         insert into referral_clicks as c (link_id, clicks) select id, 1 from link
         on conflict (link_id) do update set clicks = c.clicks + 1
       )
       select long_link from link`,
      [code],
    )
  )[0]!.long_link as string

/** As many rows as a group of vouchers has, in chunks of as many, with nothing sealed in them, in a table like theirs. */
export async function addVouchers(pool: pg.Pool, quantity: number): Promise<void> {
  await pool.query('create table bare_vouchers (like vouchers including all)')
  const chunk = 1000
  for (let made = 0; made < quantity; made += chunk)
    await pool.query(
      `insert into bare_vouchers (group_id, lookup, sealed, last4)
       select 1, sha256(convert_to(gen_random_uuid()::text, 'utf8')), sha256(convert_to(i::text, 'utf8')), 'BARE'
       from generate_series(1, ${Math.min(chunk, quantity - made)}) i`,
    )
}
