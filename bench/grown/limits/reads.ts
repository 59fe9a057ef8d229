import type pg from 'pg'

/** Answers a call: one or two statements, and nothing that validates, permits or presents. */
export type Answer = (pool: pg.Pool, query: URLSearchParams) => Promise<unknown>

const rows = async (pool: pg.Pool, name: string | undefined, text: string, values: unknown[] = []) =>
  (await pool.query<Record<string, unknown>>({ ...(name && { name }), text, values })).rows

const PERSON =
  'id, first_name, last_name, email, phone, birth_date, card_number, registered_at, plan, ends_at, reason, is_active'
const totalOf = (name: string) => `(select sum(n)::bigint from limits.totals where name = '${name}')`

/** A page by number: the index says which rows it has, and only those are read. */
const pageOf =
  (name: string, where: string): Answer =>
  async (pool, query) => {
    const found = await rows(
      pool,
      name,
      `select ${PERSON}, ${totalOf(name)} as total from (
         select id from limits.people ${where} order by registered_at desc, id desc limit 10 offset $1
       ) k join limits.people using (id) order by registered_at desc, id desc`,
      [(Number(query.get('page')) - 1) * 10],
    )
    return { rows: found, total: found[0]?.total }
  }

const search: Answer = async (pool, query) => {
  const found = await rows(
    pool,
    // Planned for each word: a common one and a rare one are not found alike.
    undefined,
    `with found as materialized (select id, registered_at from limits.people where search_text like $1)
     select ${PERSON}, (select count(*) from found) as total
     from (select id from found order by registered_at desc, id desc limit 10) k join limits.people using (id)
     order by registered_at desc, id desc`,
    [`%${query.get('word')!.toLowerCase()}%`],
  )
  return { rows: found, total: found[0]?.total ?? 0 }
}

const payments: Answer = async (pool, query) => {
  const found = await rows(
    pool,
    'payments',
    `select *, ${totalOf('payments of customers')} as total from limits.payments where is_customer
     order by at desc, id desc limit 10 offset $1`,
    [(Number(query.get('page')) - 1) * 10],
  )
  return { rows: found, total: found[0]?.total }
}

const byReference =
  (table: string): Answer =>
  async (pool, query) => {
    const found = await rows(
      pool,
      `${table} by reference`,
      `select * from limits.${table} where reference = $1 order by at desc`,
      [query.get('reference')],
    )
    return { rows: found, total: found.length }
  }

/** A bar a day, or a bar a month: what a chart of that many days draws. */
const revenue =
  (bar: 'day' | 'month'): Answer =>
  async (pool, query) => ({
    rows: await rows(
      pool,
      bar,
      bar === 'day'
        ? 'select day, kind, quantity, kobo from limits.revenue where day between $1 and $2'
        : `select date_trunc('month', day)::date as month, kind, sum(quantity)::bigint as quantity, sum(kobo)::bigint as kobo
           from limits.revenue where day between $1 and $2 group by 1, 2`,
      [query.get('start'), query.get('end')],
    ),
  })

const category: Answer = async (pool, query) => ({
  rows: await rows(pool, 'category', 'select id, name, created_at, version from limits.categories where id = $1', [
    query.get('id'),
  ]),
})

/** That it was opened is noted with what is answered. */
const profile: Answer = async (pool, query) => ({
  rows: await rows(
    pool,
    'profile',
    `with opened as (
       insert into limits.audit (at, actor, action, entity, entity_id, summary)
       select now(), 'Bench Mark', 'customers.fetch', 'customer', $1::bigint::text, 'Viewed the profile'
     ) select record from limits.profiles where id = $1::bigint`,
    [query.get('id')],
  ),
})

export const reads: Record<string, Answer> = {
  '/people': pageOf('people', ''),
  '/unsubscribed': pageOf('unsubscribed', 'where not is_active'),
  '/people/search': search,
  '/payments': payments,
  '/payments/reference': byReference('payments'),
  '/tickets/reference': byReference('tickets'),
  '/revenue/days': revenue('day'),
  '/revenue/months': revenue('month'),
  '/category': category,
  '/profile': profile,
}
