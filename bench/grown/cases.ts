import type pg from 'pg'
import { addDays } from '#contract/time.ts'
import { analytics, type Step } from '#features/insights/analytics/contract.ts'
import { categories } from '#features/programming/categories/contract.ts'
import { customers } from '#features/customers/customers/contract.ts'
import { paymentLogs } from '#features/payments/payment-logs/contract.ts'
import { tickets } from '#features/sales/tickets/contract.ts'
import { COMMON_WORD, RARE_WORD, referenceOf } from '../seeding.ts'
import type { Row } from './goals.ts'
import type { Sizes } from './sizes.ts'

export type Ask = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>
/** Makes what one connection does again and again; what it must know first it asks before. */
type Action = (ask: Ask, connection: number) => Promise<() => Promise<unknown>>
/** `same`: what both answer alike, where both have it. */
export type Case = {
  name: Row
  product: Action
  limit: Action
  writes?: true
  same?: (answer: Record<string, unknown>) => unknown
}

/** What the bodies of a run need. */
export type Known = { sizes: Sizes; plan: number; run: string }

export async function known(pool: pg.Pool, sizes: Sizes): Promise<Known> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from plans where lower(name) = 'fan' and retired_at is null`,
  )
  return { sizes, plan: rows[0]!.id, run: Date.now().toString(36) }
}

const PER_PAGE = 10
const query = (path: string, of: Record<string, string | number>) => `/api${path}?${new URLSearchParams(of as never)}`
const at = (path: string, id: number | string) => `/api${path.replace('{id}', String(id))}`

/** The same call again and again. */
const get =
  (path: string): Action =>
  async (ask) =>
  () =>
    ask('GET', path)

/** Calls of one number after the other; no two connections have one. */
const each = (call: (ask: Ask, n: number) => Promise<unknown>): Action => {
  let n = 0
  return async (ask) => () => call(ask, n++)
}

/** Neither erased nor merged, one after the other. */
const person = ({ sizes }: Known, n: number) => {
  const m = (n * 7919) % Math.floor((sizes.customers / 1000) * 900)
  return Math.floor(m / 900) * 1000 + 100 + (m % 900)
}
/** Without any subscription; each connection has its own. */
const withoutPlan = (connection: number) =>
  Array.from({ length: 1000 }, (_, n) => 101 + 10 * n).filter((id) => id % 1000 >= 100 && id % 14 !== 3)[connection]!

const totalOf = (answer: Record<string, unknown>) =>
  Number(answer.total ?? answer.totalItems ?? answer.totalCount ?? answer.version)

export function cases(of: Known): Case[] {
  const { sizes, plan, run } = of
  const reference = referenceOf(Math.floor(sizes.purchases / 2) + 1)
  const deep = Math.min(5000, Math.floor(sizes.customers / 25))
  const today = addDays(sizes.until, -1)
  const word = (term: string) => ({
    product: get(query(customers.all.path, { page: 1, perPage: PER_PAGE, search_query: term })),
    limit: get(`/people/search?word=${term}`),
    same: totalOf,
  })
  const revenue = (days: number, step: Step) => {
    const start = addDays(today, 1 - days)
    return {
      product: get(query(analytics.salesAndRevenue.path, { start_date: start, end_date: today, step })),
      limit: get(`/revenue/${step}s?start=${start}&end=${today}`),
    }
  }
  const phone = (n: number) => `0811${String(n % 10_000_000).padStart(7, '0')}`
  const seed = Number.parseInt(run.slice(-5), 36)
  return [
    {
      name: 'customers page 1',
      product: get(query(customers.all.path, { page: 1, perPage: PER_PAGE })),
      limit: get('/people?page=1'),
      same: totalOf,
    },
    {
      name: 'customers page 5,000',
      product: get(query(customers.all.path, { page: deep, perPage: PER_PAGE })),
      limit: get(`/people?page=${deep}`),
      same: totalOf,
    },
    { name: 'customers, common word', ...word(COMMON_WORD) },
    { name: 'customers, rare word', ...word(RARE_WORD) },
    {
      name: 'unsubscribed page 1',
      product: get(query(customers.list.path, { page: 1, perPage: PER_PAGE, type: 'INACTIVE' })),
      limit: get('/unsubscribed?page=1'),
      same: totalOf,
    },
    {
      name: 'payment log, customers',
      product: get(query(paymentLogs.list.path, { page: 1, perPage: PER_PAGE, userType: 'CUSTOMER' })),
      limit: get('/payments?page=1'),
      same: totalOf,
    },
    {
      name: 'payment log, reference',
      product: get(query(paymentLogs.list.path, { page: 1, perPage: PER_PAGE, search: reference })),
      limit: get(`/payments/reference?reference=${reference}`),
      same: totalOf,
    },
    {
      name: 'ticket log, reference',
      product: get(query(tickets.breakdown.path, { page: 1, perPage: PER_PAGE, search: reference })),
      limit: get(`/tickets/reference?reference=${reference}`),
      same: totalOf,
    },
    { name: 'revenue of a year', ...revenue(365, 'month') },
    { name: 'revenue of 31 days', ...revenue(31, 'day') },
    { name: 'a category', product: get(at(categories.one.path, 50)), limit: get('/category?id=50') },
    {
      name: 'a profile, audited',
      product: each((ask, n) => ask('GET', at(customers.fetch.path, person(of, seed + n)))),
      limit: each((ask, n) => ask('GET', `/profile?id=${person(of, seed + n)}`)),
      writes: true,
    },
    {
      name: 'create a category',
      product: each((ask, n) => ask('POST', `/api${categories.create.path}`, { name: `Kind ${run} ${n}` })),
      limit: each((ask, n) => ask('POST', '/category/add', { name: `Kind ${run} ${n}` })),
      writes: true,
    },
    {
      name: 'change a category',
      product: async (ask, connection) => {
        const id = 1 + connection
        let { version } = await ask('GET', at(categories.one.path, id))
        let n = 0
        return async () => {
          const name = `Sort ${run} ${connection} ${n++}`
          ;({ version } = await ask('PATCH', at(categories.change.path, id), { name, version }))
        }
      },
      limit: async (ask, connection) => {
        const id = 1 + connection
        let version = Number(((await ask('GET', `/category?id=${id}`)).rows as { version: number }[])[0]!.version)
        let n = 0
        return async () => {
          const name = `Sort ${run} ${connection} ${n++}`
          version = Number((await ask('POST', '/category/change', { id, name, version })).version)
        }
      },
      writes: true,
    },
    {
      name: 'change a customer',
      product: async (ask, connection) => {
        const path = at(customers.edit.path, withoutPlan(connection))
        type Found = {
          userData: Record<'email' | 'dateOfBirth' | 'firstName' | 'lastName', string> & { version: number }
        }
        const found = (await ask('GET', at(customers.fetch.path, withoutPlan(connection)))) as Found
        const { email, dateOfBirth, firstName, lastName } = found.userData
        let { version } = found.userData
        let n = 0
        return async () => {
          const body = { email, dateOfBirth, firstName, lastName, mobile: phone(connection * 100_000 + n++), version }
          ;({ version } = ((await ask('PUT', path, body)) as Found).userData)
        }
      },
      limit: async (ask, connection) => {
        const id = withoutPlan(connection)
        let version = Number((await ask('POST', '/person/version', { id })).version)
        let n = 0
        return async () => {
          const body = { id, phone: phone(connection * 100_000 + n++), version }
          version = Number((await ask('POST', '/person/change', body)).version)
        }
      },
      writes: true,
    },
    {
      name: 'create a customer',
      product: each((ask, n) =>
        ask('POST', `/api${customers.create.path}`, {
          first_name: 'Adaeze',
          last_name: 'Newcomer',
          email: `new.${run}.${n}@bench.example`,
          mobile: phone(seed + 5_000_000 + n),
          dateOfBirth: '1994-05-17',
          password: 'a long password',
          subscriptionId: plan,
          numberOfMonths: 1,
          paymentType: 'CASH',
        }),
      ),
      limit: each((ask, n) =>
        ask('POST', '/person/add', {
          first: 'Adaeze',
          last: 'Newcomer',
          email: `new.${run}.${n}@bench.example`,
          phone: phone(seed + 5_000_000 + n),
          born: '1994-05-17',
          shard: n,
        }),
      ),
      writes: true,
    },
  ]
}
