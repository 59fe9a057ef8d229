import type pg from 'pg'

const LINKS = 1000
export const codeOf = (n: number) => `LINK${String(n % LINKS).padStart(4, '0')}`
/** Of one row in fifty. */
export const COMMON_WORD = 'popcorn'
/** Of three rows of each list. */
export const RARE_WORD = 'harmattan'
/** Of one link in 120. */
export const MOVIE = 'Movie 117'

const BANNERS = 12
const LISTED_PROMOTIONS = 20
const APPROVED = 120

const text = (count: number) => `
  'Weekend offer ' || i || case when i % 50 = 0 then ' with ${COMMON_WORD}' else '' end
    || case when i % ${Math.ceil(count / 3)} = 7 then ' in the ${RARE_WORD}' else '' end`

/** A website's worth of what is live, a thousand links that are opened, and `count` rows of each history. */
export async function seed(pool: pg.Pool, count: number): Promise<void> {
  const rows = `generate_series(1, ${count}) i`
  for (const statement of [
    `insert into movies (id, name, title, overview, genres, has_details, is_approved, poster, poster_small)
     select 'M' || i, 'Movie ' || i, 'Movie ' || i, repeat('A family from the east meets one from the west. ', 4),
       '{Comedy,Drama}', true, true, '/files/' || i || '.webp', '/files/' || i || '-small.webp'
     from generate_series(1, ${APPROVED}) i`,
    `insert into promotions (position, is_movie, title, description, movie_id, url, web_media, thumbnail, primary_cta,
       primary_cta_url, is_active, on_landing, created_at)
     select case when i <= ${BANNERS} then 'banner' else 'body' end, false, ${text(count)}, repeat('Come and see. ', 8), null,
       'https://cinema.example/offers/' || i, '/files/' || i || '.webp', '/files/' || i || '-small.webp', 'See more',
       'https://cinema.example/offers/' || i, i <= ${BANNERS + LISTED_PROMOTIONS},
       i between ${BANNERS + 1} and ${BANNERS + 3}, now()
     from ${rows}`,
    `insert into referral_links (name, movie_id, code, long_link, created_at, created_by)
     select ${text(count)}, 'M' || 1 + i % ${APPROVED},
       case when i <= ${LINKS} then 'LINK' || lpad((i - 1)::text, 4, '0') else 'C' || lpad(i::text, 7, '0') end,
       'https://shop.example/movies/' || i || '?ref=' || i, timestamptz '2026-01-01' + i * interval '1 minute', 'Bench'
     from ${rows}`,
    `insert into referral_clicks select id, id % 900 from referral_links`,
    `insert into referral_sums (code, tickets, kobo) select code, id % 90, id % 90 * 500000 from referral_links`,
    `insert into push_notifications (code, title, body, audience, is_scheduled, send_at, created_at, created_by, state,
       devices, accepted, finished_at, name)
     select 'P' || lpad(i::text, 7, '0'), ${text(count)}, 'Two tickets for the price of one, tonight at every cinema',
       'ALL-USERS', false, at, at, 'Bench', 'sent', 900, 880, at, 'Weekend offer'
     from (select i, timestamptz '2026-01-01' + i * interval '1 minute' as at from ${rows}) x`,
    `analyze`,
  ])
    await pool.query(statement)
}
