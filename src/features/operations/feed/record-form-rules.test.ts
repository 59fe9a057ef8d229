import { describe, expect, test } from 'vitest'
import { UNCLEAR } from '#contract/typed-number.ts'
import { EXAMPLES } from './examples-contract.ts'
import { draftErrors, draftOf, fieldsOf, hasField, recordOf, type RecordDraft } from './record-form-rules.ts'
import { RECORD_SCHEMAS } from './records-contract.ts'
import { describeReason, RECORD_TYPES, type RecordType } from './rules.ts'

const LAGOS = 'Africa/Lagos'
const draft = (recordType: RecordType, line: object = EXAMPLES[recordType]) =>
  draftOf(fieldsOf(recordType), line as Record<string, unknown>, LAGOS)
const sent = (recordType: RecordType, of: RecordDraft) => recordOf(fieldsOf(recordType), of, LAGOS)
const typed = (of: RecordDraft, name: string, text: string): RecordDraft => ({
  ...of,
  typed: { ...of.typed, [name]: text },
})

describe.each(RECORD_TYPES)('form of %s', (recordType) => {
  test('returns an unchanged record exactly as it was, without errors', () => {
    const line = { ...EXAMPLES[recordType], of_another_version: { extra: [1] }, channel: null, reason: '' }
    expect(sent(recordType, draft(recordType, line))).toEqual(line)
    expect(JSON.stringify(sent(recordType, draft(recordType)))).toBe(JSON.stringify(EXAMPLES[recordType]))
    expect(draftErrors(recordType, draft(recordType), LAGOS)).toEqual({})
  })

  test('has a field for each field of the contract except the id, nested objects and free objects', () => {
    const { kids_club: _1, line: _2, id: _3, ...shape } = RECORD_SCHEMAS[recordType].shape as Record<string, unknown>
    expect(fieldsOf(recordType).map(({ name }) => name)).toEqual(Object.keys(shape))
  })
})

test('gives each field the kind that the contract defines', () => {
  const kinds = (recordType: RecordType) =>
    Object.fromEntries(
      fieldsOf(recordType)
        .flatMap((field) => [field, ...field.fields])
        .map(({ name, kind }) => [name, kind]),
    )
  expect(kinds('purchases')).toMatchObject({
    at: 'instant',
    channel: 'choice',
    cinema_id: 'cinema',
    customer_id: 'text',
    tax: 'naira',
    lines: 'rows',
    kind: 'choice',
    quantity: 'count',
    amount: 'naira',
    movie_id: 'movie',
    show_at: 'instant',
    seats: 'texts',
  })
  expect(kinds('redemptions')).toMatchObject({ by_subscription: 'yesNo' })
  expect(kinds('customers')).toMatchObject({ birth_date: 'day', default_cinema_id: 'cinema' })
})

describe('form of a purchase', () => {
  test("shows times in the chain's time zone and keeps the seconds of a changed time", () => {
    const of = draft('purchases', { ...EXAMPLES.purchases, at: '2026-10-03T17:22:41.250Z' })
    expect(of.typed.at).toBe('2026-10-03T18:22')
    expect(sent('purchases', typed(of, 'at', '2026-10-04T00:05')).at).toBe('2026-10-03T23:05:41.250Z')
    expect(sent('purchases', typed(of, 'at', '2026-10-03T18:22')).at).toBe('2026-10-03T17:22:41.250Z')
  })

  test('changes only the edited fields and omits emptied ones', () => {
    let of = draft('purchases')
    for (const [name, text] of [
      ['tax', '1,200.50'],
      ['fee', ''],
      ['channel', 'mobile'],
      ['currency', 'NGN'],
    ] as const)
      of = typed(of, name, text)
    const { fee: _, ...rest } = EXAMPLES.purchases
    expect(sent('purchases', of)).toEqual({ ...rest, tax: 1200.5, channel: 'mobile', currency: 'NGN' })
  })

  test('changes, adds and removes lines', () => {
    const of = draft('purchases')
    const [ticket, popcorn] = of.rows.lines!
    const added = draftOf(fieldsOf('purchases').find(({ name }) => name === 'lines')!.fields, {}, LAGOS, 2)
    const lines = [
      typed(typed(popcorn!, 'amount', '2000'), 'discount', ''),
      typed(typed(added, 'kind', 'concession'), 'amount', '500'),
      typed(ticket!, 'seats', 'F7,  F9 '),
    ]
    const [first, second] = EXAMPLES.purchases.lines as Record<string, unknown>[]
    const { discount: _, ...undiscounted } = second!
    expect(sent('purchases', { ...of, rows: { lines } }).lines).toEqual([
      { ...undiscounted, amount: 2000 },
      { kind: 'concession', amount: 500 },
      { ...first, seats: ['F7', 'F9'] },
    ])
  })

  test('shows each error at its field', () => {
    const of = draft('purchases')
    const [ticket, popcorn] = of.rows.lines!
    const lines = [
      typed(typed(ticket!, 'amount', '12,50'), 'quantity', 'two'),
      typed(typed(popcorn!, 'amount', '-1'), 'kind', ''),
    ]
    expect(draftErrors('purchases', { ...typed(of, 'at', '2026-10-04T'), rows: { lines } }, LAGOS)).toEqual({
      at: 'Enter a date and a time',
      'lines.0.amount': UNCLEAR,
      'lines.0.quantity': 'Line 1, quantity must be a whole number',
      'lines.1.amount': 'Line 2, amount must not be negative',
      'lines.1.kind': 'Line 2, kind must be one of ticket, concession, subscription',
    })
    expect(draftErrors('purchases', { ...of, rows: { lines: [] } }, LAGOS)).toEqual({
      lines: 'Lines must have at least one line',
    })
  })

  test.each([
    ['lines.1.amount', true],
    ['lines', true],
    ['at', true],
    ['lines.2.amount', false],
    ['id', false],
    ['differs', false],
  ])('shows an error at %s: %s', (path, is) => expect(hasField('purchases', draft('purchases'), path)).toBe(is))
})

test.each([
  [
    'differs from the record stored under this ID: ₦8,000 at 2026-11-27T22:59:59.000Z',
    'Differs from the record stored under this ID: ₦8,000 at 27/11/2026 23:59',
  ],
  [
    'at is before the purchase, which was at 2026-11-27T23:10:00.000Z',
    'Time is before the purchase, which was at 28/11/2026 00:10',
  ],
  ['lines.0.product_id is empty', 'Line 1, product ID is empty'],
])('"%s" reads "%s"', (reason, label) => expect(describeReason(reason, LAGOS)).toBe(label))
