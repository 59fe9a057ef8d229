import type pg from 'pg'
import { hashPassword } from '#server/auth/password.ts'
import { connect } from '#server/db/connect.ts'
import { known } from '../grown/cases.ts'
import type { Sizes } from '../grown/sizes.ts'
import type { Account } from './browser.ts'
import type { Ground } from './desk.ts'
import { ROLES } from './roles/index.ts'

const PASSWORD = 'marquee under load'
const DEVICES = 100_000
/** Staff for whom there is one. */
const STAFF_OF_A_CUBE = 4
const FEWEST_CUBES = 5
/** More than all clerks refund in half an hour. */
const REFUNDABLE = 5000

/** Adds to a filled database what the staff work with, as far as an earlier run has not. @returns their accounts, each with its role in turn */
export async function prepare(
  databaseUrl: string,
  staff: number,
  sizes: Sizes,
): Promise<{ accounts: Account[]; ground: Ground }> {
  const { pool, close } = await connect({ databaseUrl, dataDir: '', poolSize: 1 })
  try {
    const accounts = await addStaff(pool, staff)
    await addDevices(pool)
    const { plan } = await known(pool, sizes)
    const { rows: films } = await pool.query<{ id: string }>('select id from movies order by id limit 1')
    const ground = {
      sizes,
      plan,
      movie: films[0]!.id,
      cubes: await addCubes(pool, staff),
      refundable: await charge(pool),
    }
    return { accounts, ground }
  } finally {
    await close()
  }
}

async function addStaff(pool: pg.Pool, staff: number): Promise<Account[]> {
  for (const { name, permissions } of ROLES)
    await pool.query(
      `insert into roles (name, permissions) values ($1, $2) on conflict (name) do update set permissions = excluded.permissions`,
      [name, permissions],
    )
  const accounts = Array.from({ length: staff }, (_, n) => ({ email: `staff.${n}@bench.example`, password: PASSWORD }))
  await pool.query(
    `insert into admins (email, first_name, last_name, user_type, role_id, password_hash)
     select email, 'Staff', n::text, 'Admin', r.id, $3
     from unnest($1::text[]) with ordinality s(email, n)
     join unnest($2::text[]) with ordinality named(name, at) on at = 1 + (n - 1) % cardinality($2)
     join roles r using (name)
     where not exists (select from admins a where a.email = s.email)`,
    [accounts.map(({ email }) => email), ROLES.map(({ name }) => name), await hashPassword(PASSWORD)],
  )
  return accounts
}

const addDevices = (pool: pg.Pool) =>
  pool.query(
    `insert into push_devices (source, external_id, customer_id, platform, token, reported_at)
     select 'bench', 'load-' || n, c.id, (array['android', 'ios'])[1 + n % 2], 'load-' || n, now()
     from generate_series(1, $1::int) n left join customers c on c.id = n and c.is_listed
     on conflict do nothing`,
    [DEVICES],
  )

/** In cinemas that are open now. */
async function addCubes(pool: pg.Pool, staff: number): Promise<Ground['cubes']> {
  const { rows } = await pool.query<{ id: number; cinema: string }>(
    `with open as (select array_agg(id order by id) as ids from cinemas where closed_at is null),
     wanted as (
       select ids[1 + n % cardinality(ids)] as cinema_id, 'Load ' || n as name from open, generate_series(1, $1::int) n
     ), added as (
       insert into cubes (cinema_id, name, created_at) select cinema_id, name, now() from wanted
       where not exists (select from cubes c where c.name = wanted.name and c.retired_at is null) returning id, cinema_id
     )
     select id, cinema_id as cinema from added
     union all select c.id, c.cinema_id from cubes c join cinemas o on o.id = c.cinema_id
     where c.name like 'Load %' and c.retired_at is null and o.closed_at is null`,
    [Math.max(FEWEST_CUBES, Math.ceil(staff / STAFF_OF_A_CUBE))],
  )
  return rows
}

/** Has the embedded provider charge what the provider was not asked of yet. @returns payments of which nothing was refunded */
async function charge(pool: pg.Pool): Promise<number[]> {
  await pool.query(
    `insert into payments_embedded (reference, token, email, kobo, at)
     select reference, 'embedded-visa-408408-4081-122034', email, kobo, at from payments
     where provider is null and status = 'succeeded' and kobo > 0 and refunding_kobo = 0
     order by at desc, id desc limit $1
     on conflict (reference) do nothing`,
    [REFUNDABLE],
  )
  const { rows } = await pool.query<{ id: number }>(
    `select e.id::int as id from payments e join payments_embedded c using (reference)
     where e.refunding_kobo = 0 and c.refunded_kobo = 0 order by e.at desc, e.id desc limit $1`,
    [REFUNDABLE],
  )
  return rows.map(({ id }) => id)
}
