import pg from 'pg'
import { rollups } from '#features/analytics/server/rollups/counted.ts'

/** What is searched for: a last name of one buyer in forty, one of three people, a film, and what all addresses have. */
export const COMMON_WORD = 'okafor'
export const RARE_WORD = 'zobowale'
export const FILM = 'film 117'
export const EVERYWHERE = 'bench.example'
/** The transaction of a purchase. */
export const referenceOf = (purchase: number) => `FLW-${4_000_000_000 + purchase * 7}`

export const CINEMAS = 20
export const cinemaOf = (number: number) => String(number).padStart(4, '0')
/** Bought over so many days until now. */
export const DAYS = 1096
const MOVIES = 200
const ZONE = 'Africa/Lagos'
/** A customer buys this often; one purchase in four is a guest's; one in so many is given back. */
const PURCHASES_EACH = 10
const REFUNDED = 50
const RARE = 3

const firsts =
  'Adeola|Tunde|Funke|Yetunde|Segun|Kunle|Temitope|Folake|Ayomide|Simisola|Gbenga|Bukola|Femi|Adaeze|Chinedu|Ngozi|Emeka|Ifeoma|Obinna|Chiamaka|Kelechi|Amarachi|Nneka|Ikenna|Chidinma|Oluchi|Aisha|Musa|Zainab|Ibrahim|Halima|Fatima|Yusuf|Maryam|Umar|Ese|Osaze|Itohan|Mfon|Blessing'
const lasts =
  'Okafor|Adeyemi|Bakare|Ogunleye|Adebayo|Balogun|Afolabi|Akinola|Adeleke|Fashola|Ajayi|Ojo|Oladipo|Soyinka|Alabi|Falade|Eze|Nwosu|Obi|Okonkwo|Umeh|Nwachukwu|Okeke|Chukwu|Madu|Okoro|Mbah|Ugwu|Bello|Abubakar|Danjuma|Garba|Lawal|Suleiman|Yakubu|Idris|Usman|Etim|Bassey|Udoh'

/** A number of 0..n-1 that follows from the row's number and a salt, the same in every run. */
const pick = (salt: number, n: number) => `(abs(hashint4extended(i, ${salt})) % ${n})::int`
const word = (words: string, salt: number) =>
  `(string_to_array('${words}', '|'))[1 + ${pick(salt, words.split('|').length)}]`
const dayOf = (at: string) => `((${at}) at time zone '${ZONE}')::date`

const TABLES = ['customers', 'purchases', 'purchase_lines', 'refunds', 'refund_lines', 'ticket_log']
/** Rows of one statement. */
const STEP = 500_000

/**
 * That many lines of tickets, one of a purchase, over three years in the order in which they were bought; most for a show
 * of the same day, all within nine. Written with triggers off and without the indexes that can be made afterwards.
 */
export async function seed(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const run = (statement: string) => client.query(statement)
  try {
    await run(
      `set session_replication_role = replica; set work_mem = '256MB'; set maintenance_work_mem = '1GB'; set jit = off`,
    )
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexname as name, indexdef as definition from pg_indexes
       where tablename = any($1) and indexdef not like 'CREATE UNIQUE%'`,
      [TABLES],
    )
    for (const { name } of indexes) await run(`drop index ${name}`)
    const people = Math.ceil(count / PURCHASES_EACH)
    for (const statement of chain(people)) await run(statement)
    for (let first = 1; first <= count; first += STEP)
      for (const statement of trade(first, Math.min(count, first + STEP - 1), count, people)) await run(statement)
    for (const { definition } of indexes) await run(definition)
    await run(`
      insert into ticket_log (purchase_id, n, at, channel, cinema_id, customer_id, movie_id, show_day)
      select p.id, l.n, p.at, p.channel, p.cinema_id, p.customer_id, l.movie_id, l.show_day
      from purchases p join purchase_lines l on l.purchase_id = p.id where l.kind = 'ticket' order by p.id`)
    const { table, keys, values, counted } = rollups.find((one) => one.table === 'ticket_log_days')!
    const columns = [...keys, ...values].join(', ')
    await run(`insert into ${table} (${columns}) select ${columns} from (${counted(() => 'true')}) c`)
    // What is not on disk yet does not count as visible to all, and an index alone would then not answer.
    await run('checkpoint')
    await run('vacuum analyze')
  } finally {
    await client.end()
  }
}

const chain = (people: number) => [
  `insert into states (name) values ('Lagos')`,
  `insert into cinemas (id, state_id, name) select lpad(i::text, 4, '0'), 1, 'Cinema ' || i from generate_series(1, ${CINEMAS}) i`,
  `insert into movies (id, name, title) select 'HO' || lpad(i::text, 8, '0'), 'FILM ' || i, 'Film ' || i from generate_series(1, ${MOVIES}) i`,
  `insert into customers (source, external_id, first_name, last_name, email, phone, channel, registered_at, registered_on, told_at)
   select 'bench', 'c' || i, first, last, lower(first || '.' || last || i || '@bench.example'),
     '+234803' || lpad(i::text, 7, '0'), 'web', at, ${dayOf('at')}, at
   from (
     select i, now() - interval '${DAYS} days' as at, ${word(firsts, 1)} as first,
       case when i % ${Math.floor(people / RARE)} = 7 then 'Zobowale' else ${word(lasts, 2)} end as last
     from generate_series(1, ${people}) i
   ) x`,
]

const trade = (first: number, last: number, count: number, people: number) => [
  `insert into purchases (id, source, external_id, at, day, channel, cinema_id, customer_id, buyer_name, buyer_email,
     payment_reference, kobo, by_subscriber)
   overriding system value
   select i, 'bench', 'p' || i, at, ${dayOf('at')}, (array['web', 'web', 'mobile', 'mobile', 'not_specified'])[1 + ${pick(30, 5)}],
     lpad((1 + ${pick(31, CINEMAS)})::text, 4, '0'), customer,
     case when customer is null then first || ' ' || last else '' end,
     case when customer is null then lower(first || '.' || last || i || '@bench.example') else '' end,
     'FLW-' || (4000000000 + i::bigint * 7), 700000 + i % 3 * 50000, false
   from (
     select i, now() - (${count} - i) * ${(DAYS * 86_400) / count} * interval '1 second' as at,
       case when i % 4 > 0 then 1 + ${pick(32, people)} end as customer, ${word(firsts, 33)} as first, ${word(lasts, 34)} as last
     from generate_series(${first}, ${last}) i
   ) x`,
  `insert into purchase_lines (purchase_id, n, kind, quantity, kobo, product, movie_id, show_at, show_day)
   select id, 1, 'ticket', 2, 700000, case when i % 3 = 0 then 'Student' else '' end,
     'HO' || lpad((1 + ${pick(35, MOVIES)})::text, 8, '0'), at + days * interval '1 day', day + days
   from (select *, id::int as i, greatest(0, abs(hashint4extended(id::int, 36)) % 20 - 10)::int as days
     from purchases where id between ${first} and ${last}) p`,
  `insert into refunds (id, source, external_id, purchase_id, at, day, kobo)
   overriding system value
   select id, 'bench', 'r' || id, id, at, day, 700000 from purchases
   where id between ${first} and ${last} and id % ${REFUNDED} = 0`,
  `insert into refund_lines (refund_id, n, kind, quantity, kobo, show_day)
   select purchase_id, 1, 'ticket', 2, 700000, show_day from purchase_lines
   where purchase_id between ${first} and ${last} and purchase_id % ${REFUNDED} = 0`,
]
