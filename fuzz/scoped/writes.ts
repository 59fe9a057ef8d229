/** Writes that a record's cinema decides, as a screen sends them: what each is about, and where in it the record's id is. */
import type { Chance } from '../chance.ts'
import type { Oracle, Person, Row } from './oracle.ts'

export type Written = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: object
  about: readonly [table: string, row: Row][]
}
export type Write = (at: { oracle: Oracle; chance: Chance; row: Row; cinema: string }) => Omit<Written, 'about'>

const guardian = { guardianName: 'Somebody', consentDate: null, consentSource: null }
const byId: Write = ({ row }) => ({ params: { id: row.id } })
const ofNote =
  (body?: object): Write =>
  ({ row }) => ({ params: { id: row.customer_id, noteId: row.id }, ...(body && { body }) })
const on = (table: string, write: Write) => ({ table, write })
const event = (cinema: string) => ({
  name: 'A night',
  description: 'Come',
  date: '2027-01-28T18:00:00.000Z',
  cinema_id: cinema,
  image: '/api/files/e.jpg',
  price: 10,
  event_category: '',
  ticket_ids: '',
  movie_ids: '',
  showtime_ids: '',
  concession_ids: '',
  concession_quantities: '',
})
const booking: Write = ({ row }) => ({ params: { id: row.booking_id } })

/** By the call. A call that is about a cinema itself is of a row of `cinemas`. */
export const writes: Record<string, { table: string; write: Write }> = {
  'cubes.edit': on('cube_bookings', (at) => ({ ...booking(at), body: { full_name: `Guest ${at.chance.letters(5)}` } })),
  'cubes.setStatus': on('cube_bookings', (at) => ({
    ...booking(at),
    body: {
      status: at.chance.pick(['Pending Cancellation Approval', 'Approved Cancellation', 'Refunded']),
      reason: 'Ill',
    },
  })),
  'cubes.create': on('cinemas', ({ row, chance }) => ({
    body: { name: `New ${chance.letters(6)}`, cinema_id: row.id },
  })),
  'cubes.change': on('cubes', (at) => ({
    ...byId(at),
    body: { name: `Else ${at.chance.letters(6)}`, ...(at.chance.happens(0.3) && { cinema_id: at.cinema }) },
  })),
  'cubes.retire': on('cubes', byId),
  'cubes.restore': on('cubes', byId),
  'events.create': on('cinemas', ({ row }) => ({ body: event(String(row.id)) })),
  'events.save': on('events', (at) => ({
    ...byId(at),
    body: event(at.chance.happens(0.3) ? at.cinema : String(at.row.cinema_id)),
  })),
  'events.remove': on('events', byId),
  'events.restore': on('events', byId),
  'kids-club.add': on('customers', ({ row }) => ({ body: { userId: row.id, ...guardian } })),
  'kids-club.edit': on('customers', (at) => ({ ...byId(at), body: guardian })),
  'kids-club.remove': on('customers', byId),
  'points.award': on('customers', (at) => ({ ...byId(at), body: { points: at.chance.int(1, 40), reason: 'Prize' } })),
  'points.redeem': on('customers', (at) => ({ ...byId(at), body: { points: at.chance.int(1, 9), reason: 'Prize' } })),
  'points.setTier': on('customers', (at) => ({ ...byId(at), body: { tier: at.chance.int(0, 2), reason: 'Prize' } })),
  'customers.addNote': on('customers', (at) => ({ ...byId(at), body: { text: 'Likes row C' } })),
  'customers.editNote': on('customer_notes', ofNote({ text: 'Likes row D' })),
  'customers.removeNote': on('customer_notes', ofNote()),
  'customers.restoreNote': on('customer_notes', ofNote()),
  'points.reverse': on('points_ledger', (at) => ({ ...byId(at), body: { reason: 'Mistake' } })),
  'customers.edit': on('customers', (at) => ({
    ...byId(at),
    body: {
      email: at.row.email,
      mobile: '08031234567',
      dateOfBirth: '2000-01-01',
      first_name: at.chance.letters(6),
      last_name: at.row.last_name,
    },
  })),
  'customers.clearToken': on('customers', byId),
  'payment-logs.resolve': on('reconciliation_mismatches', (at) => ({
    ...byId(at),
    body: { resolved: at.chance.happens(0.7), note: 'Found' },
  })),
  'payment-logs.refund': on('payment_entries', (at) => ({
    ...byId(at),
    body: { kind: 'full', amount: Number(at.row.kobo) / 100, reason: 'Show cancelled' },
  })),
  'concessions.activate': on('cinema_products', byId),
  'concessions.deleteCombo': on('combo_deals', byId),
  'concessions.restoreCombo': on('combo_deals', byId),
}

/** A write of that call, half of the time of a record of the caller's own cinemas; undefined where there is nothing to write. */
export function written(
  id: string,
  { oracle, me, chance, permission }: { oracle: Oracle; me: Person; chance: Chance; permission: string },
): Written | undefined {
  const known = writes[id]
  if (!known) return
  const { table, write } = known
  const seen = oracle.reach(me, permission)
  const all = oracle.rows(table)
  const own = all.filter((row) => oracle.isAt(seen, table, row))
  const row = chance.pick(own.length && chance.happens(0.5) ? own : all)
  if (!row) return
  const cinema = String(chance.pick(oracle.rows('cinemas')).id)
  const made = write({ oracle, chance, row, cinema })
  const moved = (made.body as { cinema_id?: string } | undefined)?.cinema_id
  const to = moved === undefined ? undefined : oracle.rows('cinemas').find(({ id: one }) => one === moved)
  return { ...made, about: [[table, row], ...(to ? [['cinemas', to] as const] : [])] as Written['about'] }
}
