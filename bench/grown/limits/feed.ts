import type pg from 'pg'

/**
 * A batch of purchases in one statement: what is known is left out, ids are given, and trade, logs and sums are written from
 * the lines themselves, with nothing read again of what was just written.
 */
const TAKE = `
  with told as materialized (
    select x.id as external_id, x.at, (x.at at time zone 'Africa/Lagos')::date as day, x.channel, x.cinema_id, b.id as customer_id,
      coalesce(b.name, x.name, '') as name, coalesce(b.email, x.email, '') as email, x.payment_reference as reference, x.lines,
      b.id is null as is_guest, nextval('limits.sold_ids') as id,
      (select sum((l->>'amount')::numeric * 100)::bigint from json_array_elements(x.lines) l) as kobo,
      exists (select from limits.terms s where s.customer_id = b.id and s.starts_at <= x.at and x.at < s.ends_at) as by_subscriber
    from json_to_recordset($1::json) x(id text, at timestamptz, channel text, cinema_id text, customer_id text, name text, email text,
      payment_reference text, lines json)
    left join limits.buyers b on b.external_id = x.customer_id
  ), sold as (
    insert into limits.sold select id, external_id, at, day, channel, cinema_id, customer_id, case when is_guest then name else '' end,
      case when is_guest then email else '' end, reference, kobo, by_subscriber from told
    on conflict (external_id) do nothing returning id
  ), lines as materialized (
    select t.*, l.n::smallint as n, l.line->>'kind' as kind, coalesce((l.line->>'quantity')::int, 1) as quantity,
      ((l.line->>'amount')::numeric * 100)::bigint as line_kobo, coalesce((l.line->>'discount')::numeric * 100, 0)::bigint as discount,
      coalesce(l.line->>'product', '') as product, l.line->>'movie_id' as movie_id, (l.line->>'show_at')::timestamptz as show_at,
      ((l.line->>'show_at')::timestamptz at time zone 'Africa/Lagos')::date as show_day
    from told t join sold using (id) cross join json_array_elements(t.lines) with ordinality l(line, n)
  ), kept as (
    insert into limits.lines (purchase_id, n, kind, quantity, kobo, discount_kobo, product, movie_id, show_at, show_day)
    select id, n, kind, quantity, line_kobo, discount, product, movie_id, show_at, show_day from lines
  ), logged as (
    insert into limits.ticket_lines (purchase_id, n, at, channel, cinema_id, customer_id, movie_id, show_day)
    select id, n, at, channel, cinema_id, customer_id, movie_id, show_day from lines where kind = 'ticket'
  ), paid as (
    insert into limits.paid as e (reference, at, customer_id, is_customer, name, email, kobo, status, bookings, search_text)
    select reference, min(at), max(customer_id), not bool_and(is_guest), max(name), max(email), sum(kobo), 'succeeded',
      string_agg(external_id, ' '), lower(reference || ' ' || max(email) || ' ' || max(name) || ' ' || string_agg(external_id, ' '))
    from told join sold using (id) where reference <> '' group by reference order by reference
    on conflict (reference) do update set kobo = e.kobo + excluded.kobo, bookings = e.bookings || ' ' || excluded.bookings
  ), bought as (
    update limits.buyers b set purchases = b.purchases + x.n
    from (select c.external_id, s.n from (select customer_id, count(*) as n from told join sold using (id) where customer_id is not null group by 1) s
      join limits.buyers c on c.id = s.customer_id) x
    where b.external_id = x.external_id
  ), visited as (
    insert into limits.guests as g (email, name, phone, last_purchase_at, purchases)
    select lower(email), max(name), '', max(at), count(*) from told join sold using (id) where is_guest and email <> '' group by 1 order by 1
    on conflict (email) do update set purchases = g.purchases + excluded.purchases,
      last_purchase_at = greatest(g.last_purchase_at, excluded.last_purchase_at)
  ), sales as (
    insert into limits.sales_sums as s (day, cinema_id, channel, kind, count, kobo)
    select day, cinema_id, channel, k.kind, sum(k.count), sum(k.kobo) from (
      select day, cinema_id, channel, 'purchase' as kind, 1 as count, kobo from told join sold using (id)
      union all select day, cinema_id, channel, 'once', 1, kobo from told join sold using (id) where not by_subscriber
      union all select day, cinema_id, channel, kind, quantity, line_kobo from lines
      union all select day, cinema_id, channel, 'concession-subscriber', 1, line_kobo from lines where by_subscriber and kind = 'concession'
      union all select day, cinema_id, channel, 'concession-discount', 1, discount from lines
        where by_subscriber and kind = 'concession' and discount > 0
    ) k group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (day, cinema_id, channel, kind) do update set count = s.count + excluded.count, kobo = s.kobo + excluded.kobo
  ), movies as (
    insert into limits.movie_sums as s (day, cinema_id, movie_id, count, kobo)
    select day, cinema_id, coalesce(movie_id, ''), sum(quantity), sum(line_kobo) from lines where kind = 'ticket' group by 1, 2, 3 order by 1, 2, 3
    on conflict (day, cinema_id, movie_id) do update set count = s.count + excluded.count, kobo = s.kobo + excluded.kobo
  ), shows as (
    insert into limits.show_sums as s (day, sold)
    select show_day, sum(quantity) from lines where kind = 'ticket' and show_day is not null group by 1 order by 1
    on conflict (day) do update set sold = s.sold + excluded.sold
  ), counted as (
    insert into limits.ticket_sums as s (cinema_id, show_day, day, channel, lines)
    select c.id, d.show, day, channel, count(*) from lines
      cross join lateral (values (cinema_id), ('*')) c(id) cross join lateral (values (show_day), (date 'infinity')) d(show)
    where kind = 'ticket' group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (cinema_id, show_day, day, channel) do update set lines = s.lines + excluded.lines
  ), payments as (
    insert into limits.paid_sums as s (day, is_customer, count)
    select (at at time zone 'UTC')::date, not is_guest, count(distinct reference) from told join sold using (id)
    where reference <> '' group by 1, 2 order by 1, 2
    on conflict (day, is_customer) do update set count = s.count + excluded.count
  ) select count(*) as n from sold`

const DEADLOCK = '40P01'

/** Two that took turns in the sums may meet: one of them is begun again. */
export async function take(pool: pg.Pool, body: string): Promise<number> {
  for (;;)
    try {
      const { rows } = await pool.query<{ n: number }>({ name: 'take', text: TAKE, values: [body] })
      return Number(rows[0]!.n)
    } catch (error) {
      if ((error as { code?: string }).code !== DEADLOCK) throw error
    }
}
