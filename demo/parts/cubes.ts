import { rngOf, type Rng } from '#demo/random.ts'
import { eq, sql } from 'drizzle-orm'
import { addDays, dayOf, type Day } from '#contract/time.ts'
import { PURCHASE_TYPES } from '#features/payments/payments/rules.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import type { Demo } from '#server/demo.ts'
import { embeddedToken } from '#server/integrations/payments/embedded.ts'
import {
  BASE_PRICE,
  COUNTER_METHODS,
  feeOf,
  feePercent,
  FIRST_HOUR,
  GUEST_PRICE,
  GUESTS_INCLUDED,
  LAST_HOUR,
  NO_SHOW_PERCENT,
  priceOf,
  slotsOf,
  hourBlockedReason,
  type Status,
} from '#features/rooms/cubes/rules.ts'
import { addBooking, addStep, changeBooking } from '#features/rooms/cubes/server/bookings.ts'
import { addCube, type NewCube } from '#features/rooms/cubes/server/cubes.ts'
import { notePaid } from '#features/rooms/cubes/server/payments.ts'
import { cubePayments } from '#features/rooms/cubes/server/tables.ts'
import { query, text } from '#server/db/query.ts'

const defaults = {
  firstHour: FIRST_HOUR,
  lastHour: LAST_HOUR,
  baseKobo: BASE_PRICE * 100,
  guestKobo: GUEST_PRICE * 100,
  guestsIncluded: GUESTS_INCLUDED,
  noShowPercent: NO_SHOW_PERCENT,
}
/** Most have the usual hours, all their own prices. */
const CUBES: NewCube[] = [
  { ...defaults, cinemaId: '0004', name: 'Ruby Cube', baseKobo: 4_000_000, guestKobo: 300_000 },
  {
    ...defaults,
    cinemaId: '0004',
    name: 'Onyx Cube',
    baseKobo: 4_500_000,
    guestKobo: 350_000,
    guestsIncluded: 12,
    noShowPercent: 50,
  },
  { ...defaults, cinemaId: '0007', name: 'Amber Cube', baseKobo: 3_000_000, guestKobo: 250_000 },
  {
    ...defaults,
    cinemaId: '0021',
    name: 'Savannah Cube',
    firstHour: 10,
    lastHour: 22,
    baseKobo: 2_500_000,
    guestKobo: 200_000,
  },
  { ...defaults, cinemaId: '0030', name: 'Garden Cube', baseKobo: 1_800_000, guestKobo: 150_000, guestsIncluded: 6 },
]

const PAST_DAYS = 24
const DAYS_TO_COME = 6
/** Bookings of a day: of the first cube, and of each other. */
const A_DAY = [3, 1]
const PAID_ONLINE = 0.6
const HOUR_MS = 3_600_000
const STAFF = ['Adaeze Okafor', 'Tunde Bakare']
const WEBSITE = 'Website'
const FIRST =
  'Adeola Ngozi Musa Ese Tunde Ifeoma Halima Blessing Kunle Chidinma Ibrahim Victor Funke Emeka Zainab'.split(' ')
const LAST = 'Adeyemi Okafor Bello Igbinedion Bakare Nwosu Lawal Etim Ajayi Eze Danjuma Bassey Ogunleye Obi'.split(' ')

/** How often a booking ends up so: of the past, and of the days to come. */
const PAST: [Status, number][] = [
  ['Redeemed', 0.8],
  ['Refunded', 0.1],
  ['Approved Cancellation', 0.07],
  ['Booked', 0.03],
]
const TO_COME: [Status, number][] = [
  ['Booked', 0.52],
  ['Pending Cancellation Approval', 0.13],
  ['Pending Reschedule Approval', 0.13],
  ['Approved Reschedule', 0.1],
  ['Approved Cancellation', 0.07],
  ['Refunded', 0.05],
]

/** Five cubes with a month of bookings, in every status; most were paid online, the others at the cinema. */
export async function demo(db: Db, { today, now, seed }: Demo, { env, payments }: App): Promise<void> {
  const onlineShare = payments.kind === 'embedded' ? PAID_ONLINE : 0
  for (const [n, cube] of CUBES.entries()) {
    const id = await addCube(db, cube, new Date(now.getTime() - 200 * 24 * HOUR_MS))
    const { rows } = await query(db, { id: text })`
      select distinct movie_id as id from showtimes where cinema_id = ${cube.cinemaId} order by movie_id`
    const movies = rows.map((movie) => movie.id)
    if (!movies.length) continue
    const rng = rngOf(`cubes ${seed} ${n}`)
    const occupied = new Set<string>()
    for (let ago = PAST_DAYS; ago >= -DAYS_TO_COME; ago--)
      for (let k = 0; k < A_DAY[Math.min(n, 1)]!; k++) {
        const slots = freeSlots(addDays(today, -ago), cube, env.zone, occupied)
        if (!slots.length) continue
        const at = new Date(rng.pick(slots))
        const movieId = rng.pick(movies)
        // Nobody has redeemed the bookings of yesterday yet.
        const status = ago === 1 ? 'Booked' : undefined
        await addOne(db, {
          rng,
          cube: { ...cube, id },
          at,
          movieId,
          now,
          zone: env.zone,
          occupied,
          onlineShare,
          status,
        })
      }
  }
}

const freeSlots = (day: Day, cube: NewCube, zone: string, occupied: ReadonlySet<string>): string[] =>
  slotsOf(day, cube, zone)
    .map((slot) => slot.date_time)
    .filter((at) => !occupied.has(at))

type One = {
  rng: Rng
  cube: NewCube & { id: number }
  at: Date
  movieId: string
  now: Date
  zone: string
  occupied: Set<string>
  onlineShare: number
  /** Without one it is drawn. */
  status: Status | undefined
}

async function addOne(db: Db, { rng, cube, at, movieId, now, zone, occupied, onlineShare, ...of }: One): Promise<void> {
  const drawn = oneOf(rng, at <= now ? PAST : TO_COME)
  const status = of.status ?? drawn
  const isOccupying = status !== 'Approved Cancellation' && status !== 'Refunded'
  const before = at.getTime() - rng.int(26, 120) * HOUR_MS
  const lately = now.getTime() - rng.int(1, 96) * HOUR_MS
  const madeAt = new Date(before < now.getTime() ? before : lately)
  const changedAt = new Date(Math.min(madeAt.getTime() + rng.int(1, 20) * HOUR_MS, now.getTime() - 60_000))
  const isOnline = rng.chance(onlineShare)
  const [first, last] = [rng.pick(FIRST), rng.pick(LAST)]
  const guestCount = rng.int(4, 16)
  const kobo = priceOf(cube, guestCount)
  const email = `${first}.${last}@mail.example`.toLowerCase()
  const { baseKobo, guestKobo, guestsIncluded, noShowPercent } = cube
  const booked = await addBooking(db, {
    cubeId: cube.id,
    fullName: `${first} ${last}`,
    email,
    phone: `+23480${rng.int(30_000_000, 99_999_999)}`,
    movieId,
    guestCount,
    dateTime: at,
    startsAt: at,
    baseKobo,
    guestKobo,
    guestsIncluded,
    noShowPercent,
    kobo,
    createdAt: madeAt,
    createdBy: isOnline ? WEBSITE : rng.pick(STAFF),
  })
  const reference = isOnline
    ? await chargeOnline(db, rng, { reference: `cube-${booked.id}`, email, kobo, at: madeAt })
    : undefined
  const method = isOnline ? undefined : methodOf(booked.id)
  await notePaid(db, { bookingId: booked.id, purpose: 'price', kobo, at: madeAt, reference, method })
  await addStep(db, booked.id, { step: 'booked', actor: booked.createdBy, at: madeAt })
  if (isOccupying) occupied.add(at.toISOString())

  const note = (step: string, reason = '') =>
    addStep(db, booked.id, { step, reason, actor: rng.pick(STAFF), at: changedAt })
  const reschedules = status === 'Pending Reschedule Approval' || status === 'Approved Reschedule'
  const [other] = reschedules
    ? freeSlots(addDays(dayOf(at, zone), at.getUTCDate() % 2 ? 1 : -1), cube, zone, occupied).filter(
        (slot) => !hourBlockedReason(new Date(slot), cube, now, zone),
      )
    : []
  if (other) {
    const feeKobo = feeOf(kobo, feePercent(at, changedAt))
    const granted = status === 'Approved Reschedule' ? { startsAt: new Date(other), rescheduledAt: changedAt } : {}
    await changeBooking(db, booked.id, { status, rescheduleDate: new Date(other), feeKobo, ...granted })
    const fee = { kobo: feeKobo, at: changedAt, reference: undefined, method: methodOf(booked.id) }
    await notePaid(db, { bookingId: booked.id, purpose: 'fee', ...fee })
    await note('reschedule asked', 'The guests come later')
    if (granted.startsAt) await note('reschedule approved', 'Requested by the guest')
    occupied.add(other)
  } else if (status === 'Redeemed') {
    await changeBooking(db, booked.id, { status, redeemedAt: at })
    await addStep(db, booked.id, { step: 'redeemed', actor: rng.pick(STAFF), at })
  } else if (!reschedules && status !== 'Booked') {
    await note('cancellation asked', rng.pick(['The birthday was moved', 'Half of the guests are ill', 'Booked twice']))
    if (status !== 'Pending Cancellation Approval') await note('cancellation approved', 'Requested by the guest')
    if (status === 'Refunded') {
      await payBack(db, booked.id, changedAt)
      await note('refunded')
    }
    await changeBooking(db, booked.id, { status })
  }
}

const methodOf = (id: number) => COUNTER_METHODS[id % COUNTER_METHODS.length]

type Charge = { reference: string; email: string; kobo: number; at: Date }

/** What the embedded payments charged, and the payment log's line of it. */
async function chargeOnline(db: Db, rng: Rng, { reference, email, kobo, at }: Charge): Promise<string> {
  const last4 = String(rng.int(1000, 9999))
  const token = embeddedToken({ brand: 'VISA', first6: '408408', last4, expiryMonth: 12, expiryYear: 2031 })
  await db.execute(sql`
    with charged as (
      insert into payments_embedded (reference, token, email, kobo, at)
      values (${reference}, ${token}, ${email}, ${kobo}, ${at.toISOString()}) returning id
    )
    insert into payment_events (at, provider, reference, email, kobo, purchase_type, status, provider_id, message)
    select ${at.toISOString()}, 'embedded', ${reference}, ${email}, ${kobo}, ${PURCHASE_TYPES.cube}, 'succeeded', id::text, 'Approved'
    from charged`)
  return reference
}

async function payBack(db: Db, id: number, at: Date) {
  const [paid] = await db
    .update(cubePayments)
    .set({ refund: 'done', refundKobo: sql`kobo`, refundAt: at })
    .where(eq(cubePayments.bookingId, id))
    .returning()
  if (!paid) return
  const { reference } = paid
  await db.execute(sql`update payments_embedded set refunded_kobo = kobo where reference = ${reference}`)
  await db.execute(sql`
    with refund as (
      insert into payment_refunds
        (reference, payment_id, kind, kobo, reason, state, provider, charge_id, created_at, created_by, settled_at)
      select 'mqr-' || reference, id, 'amount', kobo, 'Cancelled', 'succeeded', provider, coalesce(provider_id, reference), x.at, ${STAFF[0]}, x.at
      from payments, (select ${at.toISOString()}::timestamptz as at) x
      where reference = ${reference} and kobo > 0
      returning id
    )
    update cube_payments p set refund_id = refund.id from refund where p.reference = ${reference}`)
}

function oneOf(rng: Rng, shares: readonly [Status, number][]): Status {
  let left = rng.next()
  for (const [status, share] of shares) if ((left -= share) < 0) return status
  return shares[0]![0]
}
