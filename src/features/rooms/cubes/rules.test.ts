import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UNCLEAR } from '#contract/typed-number.ts'
import { bookErrors, cubeErrors, editErrors, namesOf, rescheduleErrors } from './draft-rules.ts'
import {
  bookingDays,
  extraOf,
  feeOf,
  feePercent,
  nextFee,
  hourLabel,
  isNotRedeemed,
  hourOf,
  isInstant,
  messages,
  notAnHour,
  PAYS_BACK,
  priceOf,
  refundableOf,
  slotsOf,
  STATUSES,
  TABS,
  tabOf,
  editBlockedReason,
  hourBlockedReason,
  redeemBlockedReason,
  refundBlockedReason,
  rescheduleBlockedReason,
  statusBlockedReason,
  type Status,
} from './rules.ts'

const DEFAULTS = { baseKobo: 5000, guestKobo: 2000, guestsIncluded: 8 }
const LAGOS = 'Africa/Lagos'
const HOUR = 3_600_000
const kobo = fc.integer({ min: 0, max: 100_000_000 })
const guests = fc.integer({ min: 1, max: 1000 })
const prices = fc.record({ baseKobo: kobo, guestKobo: kobo, guestsIncluded: fc.integer({ min: 0, max: 1000 }) })
const percent = fc.constantFrom(10, 15, 40)

describe('the price', () => {
  // Clauses: operations 509-510
  test.each([
    [8, 5000],
    [9, 7000],
    [7, 3000],
    [12, 13_000],
    [6, 1000],
    [5, 0],
    [1, 0],
  ])('for %i guests is %i kobo', (count, expected) => {
    expect(priceOf(DEFAULTS, count)).toBe(expected)
  })

  test('is whole kobo, never negative, and no less for more guests', () => {
    fc.assert(
      fc.property(prices, guests, (of, count) => {
        const price = priceOf(of, count)
        expect(Number.isSafeInteger(price)).toBe(true)
        expect(price).toBeGreaterThanOrEqual(0)
        expect(priceOf(of, count + 1)).toBeGreaterThanOrEqual(price)
      }),
    )
  })

  test('of more guests is what is missing to the new price, and fewer give nothing back', () => {
    fc.assert(
      fc.property(prices, guests, guests, (of, before, after) => {
        const paid = priceOf(of, before)
        const extra = extraOf(of, after, paid)
        expect(extra).toBeGreaterThanOrEqual(0)
        expect(paid + extra).toBe(Math.max(paid, priceOf(of, after)))
      }),
    )
  })
})

describe('the fee of a reschedule', () => {
  const at = new Date('2026-11-22T17:00:00Z')
  // Clauses: operations 511-513
  test.each([
    [48, 10],
    [24, 10],
    [24 - 1 / HOUR, 15],
    [12, 15],
    [12 - 1 / HOUR, 40],
    [0.5, 40],
  ])('%d hours before is %i%%', (hours, expected) => {
    expect(feePercent(at, new Date(at.getTime() - hours * HOUR))).toBe(expected)
  })

  test('is whole kobo, within half a kobo of its share, never negative and never more than was paid', () => {
    fc.assert(
      fc.property(kobo, percent, (paid, share) => {
        const fee = feeOf(paid, share)
        expect(Number.isSafeInteger(fee)).toBe(true)
        expect(fee).toBeGreaterThanOrEqual(0)
        expect(fee).toBeLessThanOrEqual(paid)
        expect(Math.abs(fee * 100 - paid * share)).toBeLessThanOrEqual(50)
      }),
    )
  })

  test('and all that goes back are never more than was paid', () => {
    fc.assert(
      fc.property(prices, guests, guests, percent, fc.boolean(), (of, before, after, share, granted) => {
        const price = priceOf(of, before)
        const extra = extraOf(of, after, price)
        const fee = feeOf(price + extra, share)
        const payments = [
          { purpose: 'price', kobo: price },
          { purpose: 'guests', kobo: extra },
          { purpose: 'fee', kobo: fee },
        ]
        const back = payments.reduce(
          (sum, payment) => sum + refundableOf(payment, { wasRescheduled: granted, withheldPercent: 0 }),
          0,
        )
        expect(back).toBe(price + extra + (granted ? 0 : fee))
      }),
    )
  })
})

describe('the hours', () => {
  const hours = { firstHour: 9, lastHour: 21 }
  // Clauses: operations 514
  test('are thirteen a day, on the clock of the zone', () => {
    const slots = slotsOf('2026-11-22', hours, LAGOS)
    expect(slots).toHaveLength(13)
    expect(slots[0]).toEqual({ label: '9:00 AM', date_time: '2026-11-22T08:00:00.000Z' })
    expect(slots[3]!.label).toBe('12:00 PM')
    expect(slots.at(-1)).toEqual({ label: '9:00 PM', date_time: '2026-11-22T20:00:00.000Z' })
    expect(slotsOf('2026-11-22', hours, 'Asia/Kolkata')[0]!.date_time).toBe('2026-11-22T03:30:00.000Z')
    expect([hourLabel(0), hourLabel(12), hourOf('2026-11-22T20:00:00Z', LAGOS)]).toEqual([
      '12:00 AM',
      '12:00 PM',
      '9:00 PM',
    ])
  })

  // Clauses: operations 137, 515
  test('can be booked from now on, today and the six days after it', () => {
    const now = new Date('2026-11-21T09:00:00Z')
    const reason = (at: string) => hourBlockedReason(new Date(at), hours, now, LAGOS)
    expect(bookingDays('2026-11-28')).toEqual(
      [28, 29, 30].map((d) => `2026-11-${d}`).concat([1, 2, 3, 4].map((d) => `2026-12-0${d}`)),
    )
    expect(reason('2026-11-21T10:00:00Z')).toBeUndefined()
    expect(reason('2026-11-27T20:00:00Z')).toBeUndefined()
    expect(reason('2026-11-21T09:00:00Z')).toBe(messages.begun)
    expect(reason('2026-11-28T08:00:00Z')).toBe(messages.tooFar)
    for (const at of ['2026-11-22T07:00:00Z', '2026-11-22T21:00:00Z', '2026-11-22T10:30:00Z', '2026-11-22T10:00:01Z'])
      expect(reason(at)).toBe(notAnHour(9, 21))
    expect(notAnHour(9, 21)).toBe('Choose a full hour from 9:00 AM to 9:00 PM')
  })

  test('late in the evening belong to the day of the zone', () => {
    const late = { firstHour: 22, lastHour: 23 }
    // 23:30 in Lagos: the next day has not begun there.
    const now = new Date('2026-11-21T22:30:00Z')
    expect(hourBlockedReason(new Date('2026-11-27T22:00:00Z'), late, now, LAGOS)).toBeUndefined()
    expect(hourBlockedReason(new Date('2026-11-28T21:00:00Z'), late, now, LAGOS)).toBe(messages.tooFar)
    // 00:30: now it has.
    expect(
      hourBlockedReason(new Date('2026-11-28T21:00:00Z'), late, new Date('2026-11-21T23:30:00Z'), LAGOS),
    ).toBeUndefined()
  })

  test('are instants wherever they are read', () => {
    for (const text of ['2026-11-22T10:00:00.000Z', '2026-11-22T10:00Z', '2026-11-22T11:00:00+01:00'])
      expect(isInstant(text)).toBe(true)
    for (const text of ['', '2026-11-22', '2026-11-22T10:00:00', '2026-13-22T10:00:00Z', 'now'])
      expect(isInstant(text)).toBe(false)
  })
})

describe('the statuses', () => {
  const ALLOWED = [
    'Booked > Pending Cancellation Approval',
    'Booked > Redeemed',
    'Pending Cancellation Approval > Approved Cancellation',
    'Pending Cancellation Approval > Booked',
    'Approved Cancellation > Refunded',
    'Pending Reschedule Approval > Approved Reschedule',
    'Pending Reschedule Approval > Booked',
    'Pending Reschedule Approval > Pending Cancellation Approval',
    'Pending Reschedule Approval > Redeemed',
    'Approved Reschedule > Pending Cancellation Approval',
    'Approved Reschedule > Redeemed',
    'Redeemed > Booked',
  ]

  // Clauses: operations 250-251, 253
  test('follow each other in these ways alone', () => {
    const found = STATUSES.flatMap((from) =>
      STATUSES.filter((to) => !statusBlockedReason(from, to)).map((to) => `${from} > ${to}`),
    )
    expect(found.toSorted()).toEqual(ALLOWED.toSorted())
    expect(statusBlockedReason('Redeemed', 'Redeemed')).toBe(
      'Only a booked or rescheduled booking can be redeemed. This booking is Redeemed.',
    )
  })

  test('say what can be edited and rescheduled', () => {
    const open: Status[] = ['Booked', 'Pending Reschedule Approval', 'Approved Reschedule']
    expect(STATUSES.filter((status) => !editBlockedReason(status)).toSorted()).toEqual(open.toSorted())
    const at = new Date('2026-11-22T10:00:00Z')
    const before = new Date(at.getTime() - 1)
    expect(STATUSES.filter((status) => !rescheduleBlockedReason(status, at, before))).toEqual(['Booked'])
    expect(rescheduleBlockedReason('Booked', at, at)).toBe(messages.hasBegun)
  })
})

describe('the forms', () => {
  const empty = messages.empty
  test('a name is split before its last word', () => {
    expect(['Efua A. Quartey', ' Bola  Ade ', 'Sade', ''].map(namesOf)).toEqual([
      { first_name: 'Efua A.', last_name: 'Quartey' },
      { first_name: 'Bola', last_name: 'Ade' },
      { first_name: 'Sade', last_name: '' },
      { first_name: '', last_name: '' },
    ])
  })

  const NONE = {
    movie_id: '',
    guest_count: '',
    email: '',
    phone_number: '',
    paid_by: '',
    payment_reference: '',
  } as const

  // Clauses: operations 310
  test('of a new booking want first name, last name, email, cube, date, time, movie, number of guests and phone number', () => {
    const none = { ...NONE, cube_id: '', day: '', date_time: '', first_name: ' ', last_name: '' }
    expect(bookErrors(none)).toEqual({
      first_name: empty,
      last_name: empty,
      email: empty,
      cube_id: empty,
      day: empty,
      date_time: empty,
      movie_id: empty,
      guest_count: empty,
      phone_number: empty,
    })
    expect(bookErrors({ ...none, email: 'ada', guest_count: 0 })).toMatchObject({
      email: messages.badEmail,
      guest_count: messages.badGuests,
    })
  })

  // Clauses: operations 311
  test('of an edit want full name, email, movie, guests and phone number', () => {
    expect(editErrors({ ...NONE, full_name: '' })).toEqual({
      full_name: empty,
      email: empty,
      movie_id: empty,
      guest_count: empty,
      phone_number: empty,
    })
    const complete = {
      full_name: 'Ada',
      email: 'a@mail.example',
      movie_id: 'HO1',
      guest_count: 8,
      phone_number: '0803',
    }
    expect(editErrors({ ...NONE, ...complete })).toEqual({})
    expect(editErrors({ ...NONE, ...complete, guest_count: 8.5 })).toEqual({ guest_count: messages.badGuests })
  })

  // Clauses: operations 313
  test('of a reschedule want date, time and movie', () => {
    expect(rescheduleErrors({ day: '', date_time: '', movie_id: '', paid_by: '', payment_reference: '' })).toEqual({
      day: empty,
      date_time: empty,
      movie_id: empty,
    })
  })

  test('of a cube want all of it, and hours in their order', () => {
    const cube = {
      name: 'Ruby',
      cinema_id: '1',
      first_hour: '9',
      last_hour: '21',
      base_price: '50',
      guest_price: '20',
      no_show_percent: 100,
    }
    expect(cubeErrors({ ...cube, guests_included: 8 })).toEqual({})
    expect(
      cubeErrors({ ...cube, name: '', cinema_id: '', base_price: '', guests_included: '', no_show_percent: '' }),
    ).toEqual({
      name: empty,
      cinema_id: empty,
      base_price: empty,
      guests_included: empty,
      no_show_percent: empty,
    })
    expect(
      cubeErrors({
        ...cube,
        last_hour: '8',
        base_price: '10.000',
        guest_price: '20,000,000',
        guests_included: 1.5,
        no_show_percent: 101,
      }),
    ).toEqual({
      last_hour: messages.hoursTurned,
      base_price: UNCLEAR,
      guest_price: messages.badPrice,
      guests_included: messages.badIncluded,
      no_show_percent: messages.badPercent,
    })
  })
})

test('a refund takes the permission of refunds, and none is under way', () => {
  const me = { userType: 'Admin', permissions: ['cubes:write'] }
  const paid = { refund: 'none', refundable_amount: 90, withheld_percent: 0 }
  expect(refundBlockedReason(me, paid)).toBe('You do not have permission to manage Refunds')
  const permission = { ...me, permissions: ['cubes:write', PAYS_BACK] }
  expect(refundBlockedReason(permission, paid)).toBeUndefined()
  expect(refundBlockedReason(permission, { ...paid, refund: 'under way' })).toBe(messages.refundUnderWay)
  expect(refundBlockedReason(permission, { ...paid, refundable_amount: 45, withheld_percent: 50 })).toBeUndefined()
  expect(refundBlockedReason(permission, { ...paid, refundable_amount: 0, withheld_percent: 100 })).toBe(
    messages.nothingBack,
  )
})

test.each([
  ['price', false, 0, 9001],
  ['price', false, 50, 4500],
  ['guests', false, 100, 0],
  ['fee', false, 100, 9001],
  ['fee', true, 0, 0],
])('of a payment of 9001 kobo for the %s, rescheduled %s, with a no-show fee of %i%%, %i go back', (...of) => {
  const [purpose, wasRescheduled, withheldPercent, back] = of
  expect(refundableOf({ purpose, kobo: 9001 }, { wasRescheduled, withheldPercent })).toBe(back)
})

describe('the hour of a booking', () => {
  const startsAt = new Date('2026-11-22T17:00:00Z')
  const at = (text: string) => new Date(`2026-11-${text}Z`)
  test('is over an hour after it began', () => {
    expect(isNotRedeemed({ status: 'Booked', startsAt }, at('22T17:59:59.999'))).toBe(false)
    for (const status of STATUSES)
      expect(isNotRedeemed({ status, startsAt }, at('22T18:00:00')), status).toBe(
        status === 'Booked' || status === 'Approved Reschedule',
      )
  })

  test.each([
    [LAGOS, '22T15:59', 'This booking can be redeemed from 22/11/2026, 5:00 PM, an hour before it starts'],
    [LAGOS, '22T16:00', undefined],
    [LAGOS, '22T22:59', undefined],
    [LAGOS, '22T23:00', messages.redeemedLate],
    // A business day that ends at 6 AM.
    ['Etc/GMT+5', '23T04:59', undefined],
    ['Etc/GMT+5', '23T05:00', messages.redeemedLate],
  ])('with days of %s can be redeemed at %s: %s', (dayZone, now, reason) => {
    expect(redeemBlockedReason(startsAt, at(`${now}:00`), { zone: LAGOS, dayZone })).toBe(reason)
  })
})

// Clauses: operations 123, 249, 252
test('every status stands on one tab', () => {
  const tabs = STATUSES.map((status) => tabOf({ status, is_not_redeemed: false }))
  expect(new Set(tabs)).toEqual(new Set(TABS.map(({ id }) => id).filter((id) => id !== 'not-redeemed')))
  for (const { id, statuses } of TABS.filter((tab) => tab.id !== 'not-redeemed'))
    for (const status of statuses) expect(tabOf({ status, is_not_redeemed: false })).toBe(id)
  for (const status of ['Booked', 'Approved Reschedule'] as const)
    expect(tabOf({ status, is_not_redeemed: true })).toBe('not-redeemed')
})

test.each([
  ['2026-11-21T09:00:00Z', '2026-11-21T18:00:00.000Z', 15],
  ['2026-11-21T18:00:00Z', '2026-11-21T18:00:00.000Z', 15],
  ['2026-11-21T18:00:00.001Z', '2026-11-22T06:00:00.000Z', 40],
  ['2026-11-22T06:00:00.001Z', undefined, undefined],
])('at %s the fee of a reschedule goes up next at %s, to %s%%', (now, at, percent) => {
  const next = nextFee(new Date('2026-11-22T18:00:00Z'), new Date(now))
  expect([next?.at.toISOString(), next?.percent]).toEqual([at, percent])
})
