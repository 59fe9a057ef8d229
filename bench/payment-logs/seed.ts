import pg from 'pg'

/** What is searched for: a last name of one buyer in forty, one of three people, and what all addresses have. */
export const COMMON_WORD = 'okafor'
export const RARE_WORD = 'zobowale'
export const EVERYWHERE = 'bench.example'
export const referenceOf = (payment: number) => `FLW-${4_000_000_000 + payment * 7}`
/** A payment that the provider told of too, and of which a program told a refund. */
export const detailed = (count: number): number => Math.floor(count / 2 / REFUNDED) * REFUNDED

/** Paid over so many days until now. */
const DAYS = 1096
const ZONE = 'Africa/Lagos'
/** A customer pays this often; one payment in four is a guest's. */
const PAYMENTS_EACH = 10
const RARE = 3
/** Of so many payments the provider told of one as well, one has a refund, and one came to nothing. */
const CHARGED = 5
const REFUNDED = 50
const FAILED = 30

const firsts =
  'Adeola|Tunde|Funke|Yetunde|Segun|Kunle|Temitope|Folake|Ayomide|Simisola|Gbenga|Bukola|Femi|Adaeze|Chinedu|Ngozi|Emeka|Ifeoma|Obinna|Chiamaka|Kelechi|Amarachi|Nneka|Ikenna|Chidinma|Oluchi|Aisha|Musa|Zainab|Ibrahim|Halima|Fatima|Yusuf|Maryam|Umar|Ese|Osaze|Itohan|Mfon|Blessing'
const lasts =
  'Okafor|Adeyemi|Bakare|Ogunleye|Adebayo|Balogun|Afolabi|Akinola|Adeleke|Fashola|Ajayi|Ojo|Oladipo|Soyinka|Alabi|Falade|Eze|Nwosu|Obi|Okonkwo|Umeh|Nwachukwu|Okeke|Chukwu|Madu|Okoro|Mbah|Ugwu|Bello|Abubakar|Danjuma|Garba|Lawal|Suleiman|Yakubu|Idris|Usman|Etim|Bassey|Udoh'

/** A number of 0..n-1 that follows from the row's number and a salt, the same in every run. */
const pick = (salt: number, n: number) => `(abs(hashint4extended(i, ${salt})) % ${n})::int`
const word = (words: string, salt: number) =>
  `(string_to_array('${words}', '|'))[1 + ${pick(salt, words.split('|').length)}]`
const dayOf = (at: string) => `((${at}) at time zone '${ZONE}')::date`

const TABLES = ['customers', 'purchases', 'purchase_lines', 'refunds', 'payment_logs', 'payment_entries']
/** Of purchases and their lines this log asks for no other. */
const NEEDED = `(tablename not in ('purchases', 'purchase_lines') or indexname = 'purchases_of_payment')`
/** Rows of one statement. */
const STEP = 500_000

/**
 * That many payments over three years in the order in which they were made: of most a program told with what was bought,
 * of some the provider alone. Written with triggers off, as the triggers would have it, and without the indexes that can be
 * made afterwards.
 */
export async function seed(url: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const run = (statement: string) => client.query(statement)
  try {
    await run(
      `set session_replication_role = replica; set work_mem = '256MB'; set maintenance_work_mem = '1GB'; set jit = off`,
    )
    const { rows: indexes } = await client.query<{ name: string; definition: string; is_needed: boolean }>(
      `select indexname as name, indexdef as definition, ${NEEDED} as is_needed from pg_indexes
       where tablename = any($1) and indexdef not like 'CREATE UNIQUE%'`,
      [TABLES],
    )
    for (const { name } of indexes) await run(`drop index ${name}`)
    const people = Math.ceil(count / PAYMENTS_EACH)
    await run(customers(people))
    for (let first = 1; first <= count; first += STEP)
      for (const statement of payments(first, Math.min(count, first + STEP - 1), count, people)) await run(statement)
    for (const { definition, is_needed: isNeeded } of indexes) if (isNeeded) await run(definition)
    await run(`
      insert into payment_entry_days (day, is_customer, count)
      select (at at time zone 'UTC')::date, is_customer, count(*) from payment_entries group by 1, 2`)
    // What is not on disk yet does not count as visible to all, and an index alone would then not answer.
    await run('checkpoint')
    await run('vacuum analyze')
  } finally {
    await client.end()
  }
}

const customers = (people: number) => `
  insert into customers (source, external_id, first_name, last_name, email, phone, channel, registered_at, registered_on, told_at)
  select 'bench', 'c' || i, first, last, lower(first || '.' || last || i || '@bench.example'),
    '+234803' || lpad(i::text, 7, '0'), 'web', at, ${dayOf('at')}, at
  from (
    select i, now() - interval '${DAYS} days' as at, ${word(firsts, 1)} as first,
      case when i % ${Math.floor(people / RARE)} = 7 then 'Zobowale' else ${word(lasts, 2)} end as last
    from generate_series(1, ${people}) i
  ) x`

const payments = (first: number, last: number, count: number, people: number) => [
  `insert into payment_entries (id, reference, at, customer_id, is_customer, name, email, provider, provider_id, charged_kobo,
     sold_kobo, purchase_type, status)
   overriding system value
   select x.i, 'FLW-' || (4000000000 + x.i::bigint * 7), x.at, c.id, c.id is not null,
     coalesce(c.first_name || ' ' || c.last_name, x.first || ' ' || x.last),
     coalesce(c.email, lower(x.first || '.' || x.last || x.i || '@bench.example')),
     case when is_charged then 'embedded' end, case when is_charged then 'charge-' || x.i end,
     case when is_charged then x.kobo end, case when has_failed then 0 else x.kobo end,
     case when is_charged then 'Web or app purchase' else '' end, case when has_failed then 'failed' else 'succeeded' end
   from (
     select i, now() - (${count} - i) * ${(DAYS * 86_400) / count} * interval '1 second' as at, 700000 + i % 3 * 50000 as kobo,
       case when i % 4 > 0 then 1 + ${pick(32, people)} end as customer, ${word(firsts, 33)} as first, ${word(lasts, 34)} as last,
       i % ${CHARGED} = 0 or i % ${FAILED} = 1 as is_charged, i % ${FAILED} = 1 as has_failed
     from generate_series(${first}, ${last}) i
   ) x left join customers c on c.id = x.customer
   order by x.i`,
  `insert into payment_logs (at, provider, reference, customer_id, email, kobo, purchase_type, status, provider_id)
   select at, provider, reference, customer_id, email, charged_kobo, purchase_type, status, provider_id from payment_entries
   where id between ${first} and ${last} and provider is not null`,
  `insert into purchases (id, source, external_id, at, day, channel, customer_id, buyer_name, buyer_email, payment_reference,
     kobo, by_subscriber)
   overriding system value
   select id, 'bench', 'order-' || id, at, ${dayOf('at')}, 'web', customer_id, case when is_customer then '' else name end,
     case when is_customer then '' else email end, reference, sold_kobo, false
   from payment_entries where id between ${first} and ${last} and status = 'succeeded'`,
  `insert into purchase_lines (purchase_id, n, kind, quantity, kobo, product, show_at, show_day)
   select p.id, x.n, case x.n when 1 then 'ticket' else 'concession' end, 2, case x.n when 1 then 700000 else p.kobo - 700000 end,
     case x.n when 1 then 'Student' else 'Popcorn' end, case x.n when 1 then at end, case x.n when 1 then day end
   from purchases p cross join generate_series(1, 2) x(n)
   where p.id between ${first} and ${last} and (x.n = 1 or p.kobo > 700000)`,
  `insert into refunds (id, source, external_id, purchase_id, at, day, kobo)
   overriding system value
   select id, 'bench', 'r' || id, id, at + interval '1 day', day + 1, 200000 from purchases
   where id between ${first} and ${last} and id % ${REFUNDED} = 0`,
  `insert into refund_lines (refund_id, n, kind, quantity, kobo)
   select id, 1, 'ticket', 1, kobo from refunds where id between ${first} and ${last}`,
]
