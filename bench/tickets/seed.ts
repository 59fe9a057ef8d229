import { rollups } from '#features/operations/rollups/server/counted.ts'
import { counting, customers, dayOf, DAYS, firstName, lastName, pick, steps, writing } from '../seeding.ts'

/** What is searched for besides: a film that is gone, and one that plays now. */
export const FILM = 'film 117'
export const FILM_NOW = 'film 193'

export const CINEMAS = 20
export const cinemaOf = (number: number) => String(number).padStart(4, '0')
const MOVIES = 200
/** So many play at once, each for some weeks. */
const PLAYING = 8
/** A customer buys this often; one purchase in four is a guest's; one in so many is given back. */
const PURCHASES_EACH = 10
const REFUNDED = 50

const TABLES = ['customers', 'purchases', 'purchase_lines', 'refunds', 'refund_lines', 'ticket_log']

/**
 * That many lines of tickets, one of a purchase, over three years in the order in which they were bought; most for a show
 * of the same day, all within nine.
 */
export async function seed(url: string, count: number): Promise<void> {
  const people = Math.ceil(count / PURCHASES_EACH)
  await writing(
    url,
    TABLES,
    async (run) => {
      for (const statement of [...chain, customers(people)]) await run(statement)
      for (const [first, last] of steps(count))
        for (const statement of trade(first, last, count, people)) await run(statement)
    },
    async (run) => {
      await run(`
        insert into ticket_log (purchase_id, n, at, channel, cinema_id, customer_id, movie_id, show_day, kobo, refund)
        select p.id, l.n, p.at, p.channel, p.cinema_id, p.customer_id, l.movie_id, l.show_day, l.kobo,
          coalesce(b.refund, 'none')
        from purchases p join purchase_lines l on l.purchase_id = p.id
          left join refunded_lines(array(select purchase_id from refunds)) b on b.purchase_id = p.id and b.n = l.n
        where l.kind = 'ticket' order by p.id`)
      await run(counting(rollups.find(({ table }) => table === 'ticket_log_days')!))
    },
  )
}

const chain = [
  `insert into states (name) values ('Lagos')`,
  `insert into cinemas (id, state_id, name) select lpad(i::text, 4, '0'), 1, 'Cinema ' || i from generate_series(1, ${CINEMAS}) i`,
  `insert into movies (id, name, title) select 'HO' || lpad(i::text, 8, '0'), 'FILM ' || i, 'Film ' || i from generate_series(1, ${MOVIES}) i`,
]

/** From 4,000 to 11,800 naira; at some prices much is bought, at others little. */
const paid = `400000 + ${pick(37, 40)} * ${pick(38, 2)} * 20000`
/** Half of it of one in five. */
const backOf = (purchase: string) => `case when ${purchase} % ${5 * REFUNDED} = 0 then kobo / 2 else kobo end`

const trade = (first: number, last: number, count: number, people: number) => [
  `insert into purchases (id, source, external_id, at, day, channel, cinema_id, customer_id, buyer_name, buyer_email,
     payment_reference, kobo, by_subscriber)
   overriding system value
   select i, 'bench', 'p' || i, at, ${dayOf('at')}, (array['web', 'web', 'mobile', 'mobile', 'not_specified'])[1 + ${pick(30, 5)}],
     lpad((1 + ${pick(31, CINEMAS)})::text, 4, '0'), customer,
     case when customer is null then first || ' ' || last else '' end,
     case when customer is null then lower(first || '.' || last || i || '@bench.example') else '' end,
     'FLW-' || (4000000000 + i::bigint * 7), ${paid}, false
   from (
     select i, now() - (${count} - i) * ${(DAYS * 86_400) / count} * interval '1 second' as at,
       case when i % 4 > 0 then 1 + ${pick(32, people)} end as customer, ${firstName(33)} as first, ${lastName(34)} as last
     from generate_series(${first}, ${last}) i
   ) x`,
  `insert into purchase_lines (purchase_id, n, kind, quantity, kobo, product, movie_id, show_at, show_day)
   select id, 1, 'ticket', 2, kobo, case when i % 3 = 0 then 'Student' else '' end,
     'HO' || lpad((1 + i::bigint * ${MOVIES - PLAYING} / ${count} + ${pick(35, PLAYING)})::text, 8, '0'),
     at + days * interval '1 day', day + days
   from (select *, id::int as i, greatest(0, abs(hashint4extended(id::int, 36)) % 20 - 10)::int as days
     from purchases where id between ${first} and ${last}) p`,
  `insert into refunds (id, source, external_id, purchase_id, at, day, kobo)
   overriding system value
   select id, 'bench', 'r' || id, id, at, day, ${backOf('id')} from purchases
   where id between ${first} and ${last} and id % ${REFUNDED} = 0`,
  `insert into refund_lines (refund_id, n, kind, quantity, kobo, show_day)
   select purchase_id, 1, 'ticket', 2, ${backOf('purchase_id')}, show_day from purchase_lines
   where purchase_id between ${first} and ${last} and purchase_id % ${REFUNDED} = 0`,
]
