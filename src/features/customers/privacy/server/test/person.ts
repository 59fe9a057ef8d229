import sharp from 'sharp'
import { sql } from 'drizzle-orm'
import { customers } from '#features/customers/customers/contract.ts'
import { addCinema, addPlan, newShop, type Shop } from '#features/customers/customers/server/test/shop.ts'
import { kidsClub } from '#features/customers/kids-club/contract.ts'
import { storeCard } from '#features/payments/payments/server/cards.ts'
import { points } from '#features/customers/points/contract.ts'
import { session } from '#features/access/session/contract.ts'
import { embeddedToken } from '#server/integrations/payments/embedded.ts'
import type { TestServer } from '#server/test/harness.ts'

/** Names that nothing else in a database holds. */
export const RARE = {
  first_name: 'Zebulonia',
  last_name: 'Quxworthy',
  email: 'Zebulonia.Q@rare.example',
  phone: '0809 777 6543',
}
export const RARE_TERMS = /zebulonia|quxworthy|rare\.example|rare%2eexample|8097776543|809 777 6543|guardianella/i

const AT = '2026-11-10T10:00:00Z'

/** A chain that sells a plan, and its shop. */
export async function chainWithShop(server: TestServer): Promise<Shop> {
  await addCinema(server)
  await addPlan(server, 'Buff', 9000)
  return newShop(server)
}

const ticket = (id: string, more: object) => ({
  id,
  at: AT,
  channel: 'web',
  lines: [
    { kind: 'ticket', quantity: 2, amount: 7000, movie_id: 'HO0001', show_at: '2026-11-12T18:00:00Z' },
    { kind: 'concession', amount: 1500, product: 'Popcorn' },
  ],
  ...more,
})

/**
 * Somebody of whom there is something wherever there can be: reported by the shop, changed by staff, written to, named in
 * reasons, errors and emails. @returns the customer's id
 */
export async function rarePerson(server: TestServer, shop: Shop): Promise<number> {
  const { first_name, last_name, email, phone } = RARE
  const name = `${first_name} ${last_name}`
  await shop.sendAll('customers', [
    {
      id: 'rare',
      first_name: 'Zebulonia-Old',
      last_name,
      email: 'old@rare.example',
      phone,
      birth_date: '1990-02-03',
      gender: 'Female',
      card_number: 'CARD-RARE',
      channel: 'web',
      registered_at: '2026-01-05T10:00:00Z',
      kids_club: { guardian_name: 'Guardianella Quxworthy', consent_on: '2026-01-05', consent_source: 'Form' },
    },
  ])
  const id = await shop.idOf('rare')
  await shop.sendAll('subscriptions', [
    {
      id: 'rare-s1',
      customer_id: 'rare',
      event: 'start',
      at: '2026-11-01T09:00:00Z',
      until: '2026-12-01T09:00:00Z',
      plan: 'Buff',
      monthly_price: 9000,
      tickets: 4,
    },
    { id: 'rare-s2', customer_id: 'rare', event: 'end', at: '2026-11-15T09:00:00Z', reason: `${name} moved abroad` },
  ])
  const buyer = { name, email, phone }
  await shop.sendAll('purchases', [
    ticket('rare-p1', { customer_id: 'rare', payment_reference: 'PAY-1', ...buyer }),
    ticket('rare-p2', { customer_id: 'rare', payment_reference: 'PAY-2', ...buyer }),
    ticket('rare-guest', { payment_reference: 'PAY-3', ...buyer, email: email.toUpperCase() }),
  ])
  await shop.sendAll('refunds', [
    {
      id: 'rare-r1',
      purchase_id: 'rare-p1',
      at: AT,
      reason: `Asked by ${email}`,
      lines: [{ kind: 'ticket', quantity: 1, amount: 3500 }],
    },
  ])
  await shop.send('refunds', [
    {
      id: 'rare-r2',
      purchase_id: 'not yet',
      at: AT,
      reason: `For ${name}, ${phone}`,
      lines: [{ kind: 'ticket', quantity: 1, amount: 100 }],
    },
  ])
  await shop.sendAll('redemptions', [{ id: 'rare-t1', at: AT, tickets: 2, customer_id: 'rare', cinema_id: '0001' }])
  await shop.sendAll('reviews', [
    { id: 'rare-v1', movie_id: 'HO0001', at: AT, name, liked: true, review: `Loved it. ${first_name}, ${email}` },
  ])
  await shop.sendAll('errors', [
    {
      id: 'rare-e1',
      at: AT,
      customer_id: 'rare',
      message: `No seat for ${first_name}`,
      page: `/me?email=${encodeURIComponent(email)}`,
    },
    { id: 'rare-e2', at: AT, message: `Mail to ${email.toLowerCase()} bounced`, stack: `at ${name}` },
  ])

  const known = (await server.call(customers.fetch, { params: { id } })).body.data.userData
  const edited = await server.call(customers.edit, {
    params: { id },
    body: {
      first_name,
      last_name,
      email,
      mobile: phone,
      dateOfBirth: '1990-02-03',
      gender: 'Female',
      subscriptionId: null,
      rosettaCardNumber: 'CARD-RARE',
      rosettaCardPin: '4321',
      version: known.version,
      reason: 'Asked for at the counter',
    },
  })
  if (edited.status !== 200) throw new Error(`Not edited: ${edited.text}`)
  // The day after: no password is set by an address that has just changed.
  await server.db.execute(sql`update customers set reset_blocked_until = null where id = ${id}`)
  await server.call(customers.resetPassword, { params: { id } })
  await server.call(points.award, { params: { id }, body: { points: 500, reason: `${name} was kind` } })
  await server.call(kidsClub.edit, {
    params: { id },
    body: { guardianName: 'Guardianella Q', consentDate: '2026-01-06', consentSource: 'Phone' },
  })
  await server.call(session.forgotPassword, { as: 'nobody', body: { email } })
  await setPicture(server, id)
  await setPicture(server, id)
  await server.runJobs()
  await server.call(customers.resetPassword, { params: { id } })
  // What others search for, and look at.
  await server.call(customers.all, { query: { search_query: name } })
  await server.call(customers.guestBookings, { params: { email } })

  const card = { brand: 'VISA', first6: '408408', last4: '4081', expiryMonth: 9, expiryYear: 2032 }
  const token = embeddedToken(card)
  await storeCard(server.db, { ...card, token, customerId: id, provider: 'embedded', email, storedAt: new Date(AT) })
  const reply = { note: `Answered to ${email}`, deep: [{ name, n: 2348097776543 }] }
  await server.db.execute(sql`
    insert into payment_events (at, provider, reference, customer_id, email, kobo, purchase_type, status, message)
    values (${AT}, 'embedded', 'booking-1', ${id}, ${email}, 700000, 'TICKET', 'failed', ${`${email} has no funds`})`)
  await server.db.execute(sql`
    insert into idempotency_keys (actor, key, call, body_hash, reply, created_at)
    values ('admin 1', 'rare', ${`POST /api/x/${encodeURIComponent(email)}`}, '-', ${JSON.stringify(reply)}::jsonb, ${AT})`)
  await server.db.execute(sql`
    insert into payment_webhooks (at, provider, body)
    values (${AT}, 'embedded', ${JSON.stringify({ data: { tx_ref: 'booking-1', customer: { email, name } } })})`)
  await server.db.execute(sql`
    insert into unread_records (connection, list, name, what, since, seen_at)
    values ('payments', 'charges', ${`Transaction of ${email}`}, ${`name cannot be read: "${name}"`}, ${AT}, ${AT})`)
  await server.db.execute(sql`
    insert into integration_states (name, reason) values ('mail', ${`Refused: ${email}`})
    on conflict (name) do update set reason = excluded.reason`)
  await server.db.execute(sql`
    insert into audit_log (actor, action, entity, entity_id, summary, before, after)
    values (${name}, 'shop.call', 'guest', ${email}, ${`Opened the bookings of ${email}`},
      ${JSON.stringify({ by: phone, list: [`${name} again`] })}::jsonb, null)`)
  await server.db.execute(sql`
    with movie as (insert into movies (id, name) values ('HO-CUBE', 'ANIKULAPO')),
      cube as (insert into cubes (cinema_id, name, created_at) select id, 'Ruby Cube', ${AT} from cinemas limit 1 returning id),
      booking as (
        insert into cube_bookings (cube_id, full_name, email, phone, movie_id, guest_count, date_time, starts_at, base_kobo,
          guest_kobo, guests_included, kobo, created_at, created_by)
        select id, ${name}, ${email}, ${phone}, 'HO-CUBE', 8, ${AT}, ${AT}, 5000, 2000, 8, 5000, ${AT}, 'Tester' from cube
        returning id
      )
    insert into cube_booking_steps (booking_id, at, actor, step, reason)
    select id, ${AT}, 'Tester', 'cancellation asked', ${`${name} is ill`} from booking`)
  // The queue as pg-boss makes it; the tests' server runs its jobs by hand.
  await server.db.execute(sql`create schema if not exists pgboss`)
  await server.db.execute(sql`create table if not exists pgboss.job (data jsonb, output jsonb)`)
  await server.db.execute(sql`
    insert into pgboss.job values (${JSON.stringify({ to: email })}::jsonb, ${JSON.stringify({ message: name })}::jsonb)`)
  return id
}

let pictures = 0
async function setPicture(server: TestServer, id: number) {
  const background = { r: (pictures += 40), g: 10, b: 10 }
  const png = await sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(png)]), 'face.png')
  const encoded = new Response(form)
  const answer = await server.inject({
    method: 'PATCH',
    url: `/api/admin/profile-picture/${id}`,
    headers: {
      authorization: `Bearer ${await server.token('superadmin')}`,
      'content-type': encoded.headers.get('content-type')!,
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  if (answer.statusCode !== 200) throw new Error(`No picture: ${answer.body}`)
}

/** Every column of every table whose text says one of the words, with what it says. */
export async function foundAnywhere(server: TestServer, pattern: RegExp): Promise<string[]> {
  const { rows: columns } = await server.db.execute<{ schema: string; table: string; column: string }>(sql`
    select n.nspname as schema, c.relname as table, a.attname as column
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'm') and a.attnum > 0 and not a.attisdropped
      and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
    order by 1, 2, 3`)
  const found: string[] = []
  for (const { schema, table, column } of columns) {
    const { rows } = await server.db.execute<{ text: string }>(sql`
      select ${sql.identifier(column)}::text as text from ${sql.identifier(schema)}.${sql.identifier(table)}
      where ${sql.identifier(column)}::text ~* ${pattern.source}`)
    found.push(...rows.map(({ text }) => `${table}.${column}: ${text}`))
  }
  return found
}
