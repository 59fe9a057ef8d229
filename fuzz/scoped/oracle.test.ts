import { describe, expect, test } from 'vitest'
import { marksIn, oracle, type Held, type Person, type World } from './oracle.ts'

const world: World = {
  cinemas: [
    { id: 'a', state_id: 1 },
    { id: 'b', state_id: 1 },
    { id: 'c', state_id: 2 },
  ],
  cubes: [
    { id: 1, cinema_id: 'a', name: 'Room zqaaaaaaaa' },
    { id: 2, cinema_id: 'c', name: 'Room zqcccccccc' },
  ],
  cube_bookings: [{ id: 5, cube_id: 2 }],
  customers: [
    { id: 1, default_cinema_id: 'b' },
    { id: 2, default_cinema_id: null },
  ],
  purchases: [
    {
      id: 1,
      cinema_id: 'a',
      customer_id: 1,
      payment_reference: 'one',
      channel: 'web',
      kobo: 300,
      at: '2026-11-01T23:30:00Z',
    },
    {
      id: 2,
      cinema_id: 'b',
      customer_id: null,
      payment_reference: 'split',
      channel: 'web',
      kobo: 500,
      at: '2026-11-03T10:00:00Z',
      buyer_email: ' Ada@mail.example',
    },
    {
      id: 3,
      cinema_id: 'c',
      customer_id: 2,
      payment_reference: 'split',
      channel: 'not_specified',
      kobo: 700,
      at: '2026-11-03T10:00:00Z',
    },
    {
      id: 4,
      cinema_id: null,
      customer_id: 2,
      payment_reference: 'none',
      channel: 'web',
      kobo: 900,
      at: '2026-11-03T10:00:00Z',
    },
  ],
  purchase_lines: [
    { purchase_id: 1, kind: 'ticket', quantity: 3, kobo: 300 },
    { purchase_id: 2, kind: 'concession', quantity: 1, kobo: 500 },
  ],
  refunds: [{ id: 1, purchase_id: 1, at: '2026-11-05T10:00:00Z', kobo: 100 }],
  refund_lines: [{ refund_id: 1, kind: 'ticket', quantity: 1, kobo: 100 }],
  payment_entries: [
    { id: 1, reference: 'one' },
    { id: 2, reference: 'split' },
    { id: 3, reference: 'none' },
  ],
}
const at = (permissions: string[], cinemas: string[], states: number[] = []): Held => ({
  permissions,
  places: { states, cinemas },
})
const person = (...held: Held[]): Person => ({ id: 1, held })
const chain = (...permissions: string[]): Held => ({ permissions, places: 'chain' })
const { reach, isAt, shows, mayCall, covers, sales, guests, cinemasOf } = oracle(world, false)
const EVER = { from: '2026-01-01', until: '2026-12-31' }

describe('where somebody has a right', () => {
  test('several roles add up, each in its own places', () => {
    const me = person(at(['cubes:write'], ['c']), at(['events:read'], [], [1]))
    expect(reach(me, 'cubes:read')).toEqual(new Set(['c']))
    expect(reach(me, 'events:read')).toEqual(new Set(['a', 'b']))
    expect(reach(me, 'events:write')).toEqual(new Set())
    expect(reach(person(chain('cubes:read'), at(['cubes:read'], ['a'])), 'cubes:read')).toBe('all')
  })

  test('what concerns the chain takes a role for it, and everything is not to manage people', () => {
    const me = person(at(['*'], ['a']))
    expect([
      mayCall(me, { may: 'cubes:write' }),
      mayCall(me, { may: 'analytics:read', reach: 'chain' }),
      mayCall(me, { may: 'promotions:read' }),
      mayCall(me, { may: 'movies:read' }),
      mayCall(me, { may: 'movies:write' }),
      mayCall(me, { may: 'admins:write' }),
      mayCall(me, { may: 'superadmin' }),
    ]).toEqual([true, false, false, true, false, false, false])
    expect(mayCall(person(chain('*')), { may: 'promotions:read' })).toBe(true)
  })
})

describe('what is seen there', () => {
  const [a, c] = [new Set(['a']), new Set(['c'])]

  test('a record by way of what it belongs to', () => {
    expect([
      isAt(a, 'cube_bookings', world.cube_bookings![0]),
      isAt(c, 'cube_bookings', world.cube_bookings![0]),
    ]).toEqual([false, true])
    expect(isAt(a, 'cubes', undefined)).toBe(false)
  })

  test('a customer where they bought or are at home, and everywhere where the chain shares them', () => {
    const [one, other] = world.customers!
    expect([cinemasOf('customers', one).toSorted(), cinemasOf('customers', other)]).toEqual([['a', 'b'], ['c']])
    expect([isAt(a, 'customers', one), isAt(a, 'customers', other)]).toEqual([true, false])
    const shared = oracle(world, true)
    expect([shared.shows(a, 'customers', other), shared.isAt(a, 'customers', other)]).toEqual([true, false])
    expect([shared.shows(a, 'cubes', world.cubes![1]), shows(a, 'customers', other)]).toEqual([false, false])
  })

  test('a payment of two cinemas, or of none, is the chain’s', () => {
    const seen = (where: ReadonlySet<string> | 'all') =>
      world.payment_entries!.map((row) => isAt(where, 'payment_entries', row))
    expect([seen(a), seen(new Set(['b', 'c'])), seen('all')]).toEqual([
      [true, false, false],
      [false, false, false],
      [true, true, true],
    ])
  })

  test('figures are those of the purchases there, on the chain’s days, less refunds on their own', () => {
    expect(sales(a, EVER)).toEqual({
      tickets: 2,
      ticketKobo: 200,
      concessionKobo: 0,
      transactions: 1,
      onlineKobo: 200,
      kobo: 200,
    })
    expect(sales(a, { from: '2026-11-02', until: '2026-11-02' })).toMatchObject({ tickets: 3, onlineKobo: 300 })
    expect(sales(a, { from: '2026-11-01', until: '2026-11-01' })).toMatchObject({ tickets: 0, transactions: 0 })
    expect(sales('all', EVER)).toMatchObject({ transactions: 4, onlineKobo: 1600 })
  })

  test('guests are those who bought there', () => {
    expect([[...guests(new Set(['b']))], [...guests(a)]]).toEqual([[['ada@mail.example', 1]], []])
  })

  test('a mark leads to its rows', () => {
    expect(marksIn(world).get('zqcccccccc')).toEqual([{ table: 'cubes', row: world.cubes![1] }])
  })
})

describe('who manages whom', () => {
  const clerk = person(at(['cubes:read'], ['a']))
  test('those who have each of their rights, and that over people, in the same place', () => {
    const boss = (...more: string[]) => person(at(['cubes:read', ...more], ['a', 'b']))
    expect([
      covers(boss(), clerk, 'write'),
      covers(boss('admins:read'), clerk, 'write'),
      covers(boss('admins:write'), clerk, 'write'),
    ]).toEqual([false, false, true])
    expect(covers(boss('admins:read'), clerk, 'read')).toBe(true)
    expect(covers(person(at(['admins:write', 'cubes:read'], ['b'])), clerk, 'write')).toBe(false)
    expect(covers(boss('admins:write'), person(at(['*'], ['a'])), 'write')).toBe(false)
  })

  test('a state is more than its cinemas of today, and the chain more than all states', () => {
    const ofState = person(at(['cubes:read'], [], [1]))
    expect(covers(person(at(['admins:write', 'cubes:read'], ['a', 'b'])), ofState, 'write')).toBe(false)
    expect(covers(person(at(['admins:write', 'cubes:read'], [], [1])), ofState, 'write')).toBe(true)
    expect(covers(person(at(['admins:write', 'cubes:read'], [], [1])), clerk, 'write')).toBe(true)
    expect(covers(person(at(['admins:write', 'cubes:read'], [], [1, 2])), person(chain('cubes:read')), 'write')).toBe(
      false,
    )
    expect(covers(person(chain('admins:write', 'cubes:read')), person(), 'write')).toBe(true)
  })
})
