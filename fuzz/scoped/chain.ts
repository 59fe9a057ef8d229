/** A chain by chance: cinemas in four states, and everything that belongs to them, each text with a mark of its own. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connect.ts'
import { permissions } from '#contract/permissions.ts'
import type { Chance } from '../chance.ts'

const CINEMAS = 10
const STATES = 4
const CUSTOMERS = 120
const PURCHASES = 420
const DAY_MS = 86_400_000
export const PASSWORD = 'cinemas by the lagoon at night'

type Post = (path: string, body: unknown, headers?: Record<string, string>) => Promise<Record<string, unknown>>

export const newMark = (chance: Chance) => `zq${chance.letters(8)}`
const idOf = (n: number) => String(n + 1).padStart(4, '0')
export const cinemaIds = Array.from({ length: CINEMAS }, (_, n) => idOf(n))

/** What stands in the database before anybody calls: places, rooms, nights, counters. */
export async function placeCinemas(db: Db, chance: Chance) {
  for (let n = 1; n <= STATES; n++) await db.execute(sql`insert into states (name) values (${`State ${n}`})`)
  await db.execute(sql`
    insert into movies (id, name, title) values ('HO0001', 'ANIKULAPO', 'Anikulapo'), ('HO0002', 'CITATION', 'Citation')`)
  for (const [n, id] of cinemaIds.entries())
    await db.execute(
      sql`insert into cinemas (id, state_id, name) values (${id}, ${1 + (n < STATES ? n : chance.int(0, STATES - 1))}, ${`Place ${chance.letters(6)}`})`,
    )
  for (const kind of ['edible', 'edible', 'edible', 'merchandise'])
    await db.execute(sql`
      insert into products (rosetta_id, name, kind, told_by, created_at, counted_at)
      values (${`P-${chance.letters(6)}`}, ${`Product ${chance.letters(5)}`}, ${kind}, '0001', now(), ${kind === 'merchandise' ? sql`now()` : null})`)
  for (const [n, id] of cinemaIds.entries()) {
    // A price is a mark as well: of seven digits, which nothing that is sold adds up to.
    await db.execute(sql`
      insert into cinema_products (cinema_id, product_id, pos_kobo, known_since)
      select ${id}, id, (${9_100_000 + n * 1000 + chance.int(0, 900)} + id) * 100, now() from products`)
    await db.execute(sql`
      with combo as (
        insert into combo_deals (cinema_product_id, created_at)
        select id, now() from cinema_products where cinema_id = ${id} and product_id = 3 returning id)
      insert into combo_items (combo_id, cinema_product_id, place)
      select combo.id, p.id, 0 from combo, cinema_products p where p.cinema_id = ${id} and p.product_id = 1`)
    for (let room = 0; room < chance.int(1, 3); room++) {
      const made = await db.execute<{ id: number }>(
        sql`insert into cubes (name, cinema_id, created_at) values (${`Room ${newMark(chance)}`}, ${id}, now()) returning id`,
      )
      for (let guest = 0; guest < chance.int(1, 5); guest++) {
        const at = new Date(
          Math.floor(Date.now() / DAY_MS + chance.int(-40, 0)) * DAY_MS + (9 + guest) * 3600_000,
        ).toISOString()
        const mark = newMark(chance)
        await db.execute(sql`
          insert into cube_bookings (cube_id, full_name, email, phone, movie_id, guest_count, kobo, base_kobo, guest_kobo,
            guests_included, date_time, starts_at, created_at, created_by)
          values (${made.rows[0]!.id}, ${`Guest ${mark}`}, ${`${mark}@mail.example`}, '+2348031234567', 'HO0001', 8, 5000, 5000,
            2000, 8, ${at}, ${at}, now(), 'Fuzz')`)
      }
    }
    for (let night = 0; night < chance.int(2, 5); night++)
      await db.execute(sql`
        insert into events (name, description, image, kobo, starts_at, cinema_id, created_at)
        values (${`Night ${newMark(chance)}`}, ${`Come ${newMark(chance)}`}, '/api/files/e.jpg', 0,
          ${new Date(Date.now() + chance.int(-20, 40) * DAY_MS).toISOString()}, ${id}, now())`)
  }
}

/** Who buys there, and what: as a web shop reports it. */
export async function trade(post: Post, db: Db, chance: Chance) {
  const streams = ['customers', 'purchases', 'refunds', 'redemptions']
  const key = await post('/feed-keys', { name: 'Shop', source: 'shop', streams })
  const headers = { authorization: `Bearer ${String(key.secret)}` }
  const tell = async (stream: string, lines: object[]) => {
    const told = await post(`/feed/${stream}`, lines, headers)
    if (told.accepted !== lines.length) throw new Error(`Not all was taken: ${JSON.stringify(told).slice(0, 500)}`)
  }
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS - chance.int(0, 80_000_000)).toISOString()
  const people = Array.from({ length: CUSTOMERS }, (_, n) => {
    const mark = newMark(chance)
    return {
      id: `c${n}`,
      first_name: 'Person',
      last_name: mark,
      email: `${mark}@mail.example`,
      registered_at: ago(chance.int(100, 200)),
      ...(chance.happens(0.6) && { default_cinema_id: chance.pick(cinemaIds) }),
      ...(chance.happens(0.3) && { kids_club: { guardian_name: `Guardian ${mark}` } }),
    }
  })
  await tell('customers', people)
  const guests = Array.from({ length: 40 }, () => newMark(chance))
  const { rows: products } = await db.execute<{ name: string }>(sql`select name from products order by id`)
  const sales = Array.from({ length: PURCHASES }, (_, n) => {
    const isGuest = chance.happens(0.3)
    const guest = chance.pick(guests)
    const mark = newMark(chance)
    const lines = Array.from({ length: chance.int(1, 3) }, () =>
      chance.happens(0.6)
        ? {
            kind: 'ticket',
            product: 'VIP',
            movie_id: chance.pick(['HO0001', 'HO0002']),
            show_at: ago(chance.int(1, 60)),
            quantity: chance.int(1, 5),
            amount: chance.int(1, 900) + chance.int(0, 99) / 100,
          }
        : {
            kind: 'concession',
            product: chance.happens(0.5) ? products[3]!.name : `Snack ${mark}`,
            quantity: chance.int(1, 3),
            amount: chance.int(1, 900) + chance.int(0, 99) / 100,
          },
    )
    return {
      id: `b-${mark}`,
      at: ago(chance.int(2, 90)),
      channel: chance.pick(['web', 'mobile', 'not_specified']),
      // What concerns no cinema belongs to the chain.
      ...(chance.happens(0.95) && { cinema_id: chance.pick(cinemaIds) }),
      ...(isGuest
        ? { name: `Guest ${guest}`, email: `${guest}@mail.example` }
        : { customer_id: `c${chance.int(0, CUSTOMERS - 1)}` }),
      // Some payments are of purchases at several cinemas.
      ...(chance.happens(0.8) && { payment_reference: n % 15 === 0 ? `split-${Math.floor(n / 45)}` : `ref-${mark}` }),
      lines,
    }
  })
  await tell('purchases', sales)
  const refunded = sales.filter(() => chance.happens(0.1))
  await tell(
    'refunds',
    refunded.map(({ id, lines, at }, n) => ({
      id: `r${n}`,
      purchase_id: id,
      at: new Date(Date.parse(at) + DAY_MS).toISOString(),
      reason: `Ill ${newMark(chance)}`,
      lines: [{ kind: lines[0]!.kind, quantity: 1, amount: 0.5 }],
    })),
  )
  await tell(
    'redemptions',
    Array.from({ length: 200 }, (_, n) => ({
      id: `d${n}`,
      at: ago(chance.int(1, 60)),
      cinema_id: chance.pick(cinemaIds),
      tickets: chance.int(1, 4),
    })),
  )
  const day = new Date(Date.now() - 3 * DAY_MS).toISOString().slice(0, 10)
  await db.execute(sql`
    insert into reconciliations (day, provider, state, started_at, started_by, finished_at, ours, ours_kobo)
    values (${day}, 'embedded', 'done', now(), 'Marquee', now(), 4242, 424200)`)
  await db.execute(sql`
    insert into reconciliation_mismatches (day, provider, kind, reference, entry_id, ours_kobo, ours_state, ours_currency, found_at)
    select ${day}, 'embedded', 'missing there', reference, id, kobo, 'succeeded', 'NGN', now() from payment_entries
    where id % 6 = 0`)
  const { rows: some } = await db.execute<{ id: number }>(sql`select id from customers order by id limit 60`)
  for (const { id } of some)
    await post(`/points/${id}/award`, { points: chance.int(5, 500), reason: `Prize ${newMark(chance)}` })
  return { day }
}

export type Account = { id: number; email: string; mark: string; canSignIn: boolean; role: object }

/** Roles by chance for people, each at some place: all cinemas, states or single ones, several at once. */
export async function employ(post: Post, chance: Chance, count: number): Promise<Account[]> {
  const roles: { id: number; allowed: string[] }[] = []
  const atCinemas = permissions.filter(
    (one) => !/^(payments|referral|vouchers|hero|promotions|notifications|error)/.test(one),
  )
  const make = async (allowed: readonly string[]) => {
    const { id } = await post('/roles', { name: `Role ${roles.length + 1}`, permissions: allowed })
    roles.push({ id: id as number, allowed: [...allowed] })
  }
  await make(['*'])
  await make([...permissions])
  await make(permissions.filter((one) => one.endsWith(':read')))
  for (let n = 0; n < 12; n++)
    await make(atCinemas.filter(() => chance.happens(chance.pick([0.15, 0.4, 0.7]))).concat('cubes:read'))
  const accounts: Account[] = []
  for (let n = 0; n < count + 12; n++) {
    const mark = newMark(chance)
    const grants = Array.from({ length: chance.pick([1, 1, 1, 2, 3]) }, () => ({
      roleId: (n < 6 ? roles[n % 2]! : chance.pick(roles)).id,
      ...(chance.happens(0.3)
        ? { states: [chance.int(1, STATES)], cinemas: [] as string[] }
        : {
            states: [] as number[],
            cinemas: [...new Set(Array.from({ length: chance.int(1, 3) }, () => chance.pick(cinemaIds)))],
          }),
    }))
    // A few have a role for all cinemas, alone or beside others.
    const roleId = n % 9 === 8 ? chance.pick(roles.slice(2)).id : null
    const email = `${mark}@office.example`
    const role = { roleId, grants }
    const { id } = await post('/admin/create-admin', {
      email,
      mobile: '08031234567',
      userType: 'ADMIN',
      first_name: 'Staff',
      last_name: mark,
      password: PASSWORD,
      ...role,
    })
    accounts.push({ id: id as number, email, mark, canSignIn: n < count, role })
  }
  return accounts
}
