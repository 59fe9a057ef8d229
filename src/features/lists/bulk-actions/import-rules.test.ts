import { expect, test } from 'vitest'
import { asDay, asPhone, asTime, CUT, readCell, type DateOrder, type ImportField } from './cell-rules.ts'
import {
  columnsProblem,
  countLines,
  dateOrderOf,
  guessColumns,
  headingAt,
  messages,
  NO_DATES,
  seeDate,
} from './import-rules.ts'
import { IMPORTS } from './kind-rules.ts'

const { fields, needs } = IMPORTS['import.customers']!

test('columns are known by their headings, in any order and case, and by what is in them', () => {
  expect(guessColumns(['GSM', 'SURNAME', 'First Name', 'D.O.B.', 'E-Mail', 'Notes'], [], fields)).toEqual([
    'mobile',
    'last_name',
    'first_name',
    'dateOfBirth',
    'email',
    null,
  ])
  for (const heading of ['Phone number', 'Tel', 'Mobile No', 'Telephone (GSM)', 'GSM No.', 'WhatsApp number'])
    expect(guessColumns([heading], [], fields)).toEqual(['mobile'])
  expect(guessColumns(['S/N', 'Surname', 'Other names'], [], fields)).toEqual([null, 'last_name', 'first_name'])
  // A field's own name goes before another word for it.
  expect(guessColumns(['Other names', 'First name'], [], fields)).toEqual([null, 'first_name'])
  expect(
    guessColumns(
      ['A', 'B'],
      [
        ['ada@example.com', '0803 123 4567'],
        ['', ''],
      ],
      fields,
    ),
  ).toEqual(['email', 'mobile'])
})

test('the short link of an export is not taken for the long one', () => {
  const ofLinks = IMPORTS['import.referral-links']!.fields
  expect(guessColumns(['Name', 'Short Link', 'Link to the shop'], [], ofLinks)).toEqual(['name', null, 'long'])
})

test('a title over the headings is passed over', () => {
  const lines = [
    ['Customers of 2026', ''],
    ['Name', 'Email'],
    ['Ada Obi', 'a@b.example'],
  ]
  expect(headingAt(lines, fields)).toBe(1)
  expect(headingAt([['x'], ['y', 'z']], fields)).toBe(1)
})

test('a file whose first line is about somebody has no headings', () => {
  expect(headingAt([['Ada', 'Obi', 'ada@mail.example']], fields)).toBe(-1)
  expect(headingAt([['Ada', 'Obi', '0803 123 4567']], fields)).toBe(-1)
})

test('what became of the lines of a file adds up to all', () => {
  const counts = { all: 12, read: 4, above: 2, empty: 3, hidden: 1, withinCells: 1 }
  expect(countLines(counts)).toBe(
    '12 lines in the file: 4 read, 1 with the headings, 2 above the headings, 3 empty, 1 hidden and skipped, 1 inside cells',
  )
  expect(countLines({ ...counts, all: 1, read: 1, above: 0, empty: 0, hidden: 0, withinCells: 0 })).toBe(
    '1 line in the file: 1 read',
  )
})

test('which way round days are is asked for only where it cannot be seen', () => {
  const chosen = (dates: DateOrder | null = null) => ({ columns: ['dateOfBirth'], forAll: {}, dates, names: {} })
  const seen = (...cells: string[]) => [cells.reduce((known, cell) => seeDate(known, cell, true), NO_DATES)]
  expect(dateOrderOf(chosen(), seen('03/04/2026'), fields)).toBeUndefined()
  expect(dateOrderOf(chosen('mdy'), seen('03/04/2026'), fields)).toBe('mdy')
  expect(dateOrderOf(chosen(), seen('03/04/2026', '13/04/2026'), fields)).toBe('dmy')
  expect(dateOrderOf(chosen(), seen('03/04/2026', '04/13/2026'), fields)).toBe('mdy')
  expect(dateOrderOf(chosen(), seen('2026-04-23'), fields)).toBe('dmy')
  expect(dateOrderOf(chosen(), [seeDate(NO_DATES, '2026-04-03', false)], fields)).toBe('dmy')
  // Both ways in one column: then 03/04/2026 is either.
  expect(dateOrderOf(chosen(), seen('24/05/1990', '05/13/1990'), fields)).toBeUndefined()
  // A spreadsheet that reads month first makes its own dates of those that it can.
  expect(dateOrderOf(chosen(), seen('2026-05-06'), fields)).toBeUndefined()
  expect(dateOrderOf(chosen(), seen('2026-05-06', '24/05/2026'), fields)).toBeUndefined()
  expect(dateOrderOf(chosen(), seen('2026-05-06', '2026-05-24', '24/05/2026'), fields)).toBe('dmy')
})

test('what is missing or chosen twice is named', () => {
  const kind = { fields, needs }
  const problem = (columns: (string | null)[], seen = columns.map(() => NO_DATES)) =>
    columnsProblem({ columns, forAll: {}, dates: null, names: {} }, seen, kind)
  expect(problem(['email', null])).toBe(
    messages.missing('First name or Full name, Last name or Full name, Phone number, Date of birth'),
  )
  expect(problem(['name', 'email', 'mobile', 'dateOfBirth'])).toBeUndefined()
  // Whom the file knows already needs nothing else.
  expect(
    columnsProblem({ columns: ['id'], forAll: {}, dates: null, names: {} }, [NO_DATES], IMPORTS['import.customers']!),
  ).toBe(undefined)
  expect(problem(['email', 'email'])).toBe(messages.twice('Email'))
  expect(problem(['nonsense'])).toBe(messages.otherColumns)
  expect(columnsProblem({ columns: ['email'], forAll: {}, dates: null, names: {} }, [], kind)).toBe(
    messages.otherColumns,
  )
})

const writing = (dates: DateOrder = 'dmy', isFrom1904 = false) => ({ dates, zone: 'Africa/Lagos', isFrom1904 })
const cell = (type: ImportField['type'], text: string) => readCell({ ...fields[0]!, type }, text, writing())

test('amounts as people write them; what can be two is refused', () => {
  expect(cell('amount', '₦1,250.00')).toEqual({ value: 1250 })
  for (const text of ['2.500', '1.000', '12,50', '2.5E+03'])
    expect(cell('amount', text)).toEqual({ problem: 'not a clear amount, such as 12,000 or 12,000.50' })
})

test.each([
  ['1/2/2026', '2026-02-01'],
  ['24 May 1990', '1990-05-24'],
  ['24-May-90', '1990-05-24'],
  ['1990-05-24 00:00', '1990-05-24'],
  // A time with its zone is a day in Lagos.
  ['1990-05-23T23:00:00.000Z', '1990-05-24'],
  ['1990-05-24T00:00:00.000Z', '1990-05-24'],
  ['1990-05-24T23:00:00Z', '1990-05-25'],
  ['1990-05-24 00:30:00+01:00', '1990-05-24'],
  ['1990-05-23 23:30 UTC', '1990-05-24'],
  // What a spreadsheet counts days by.
  ['33017', '1990-05-24'],
  ['33017.75', '1990-05-24'],
  ['26116', '1971-07-02'],
  ['1990', undefined],
  ['9999', undefined],
  ['31/02/2026', undefined],
])('the day %s is %s', (text, day) => {
  expect(asDay(text, writing())).toBe(day)
})

test('days of old Macs, month first, and taken for month first', () => {
  expect(asDay('31555', writing('dmy', true))).toBe('1990-05-24')
  expect(asDay('1/2/2026', writing('mdy'))).toBe('2026-01-02')
  expect(['2026-05-06', '24/05/2026', '2026-05-24'].map((text) => asDay(text, writing('swapped')))).toEqual([
    '2026-06-05',
    '2026-05-24',
    '2026-05-24',
  ])
})

test.each([
  ['7pm', '19:00'],
  ['7:30 PM', '19:30'],
  ['19:30', '19:30'],
  ['12 am', '00:00'],
  ['19.05', '19:05'],
  ['19:30:00', '19:30'],
  ['2026-12-05T13:00:00Z', '14:00'],
  ['46361.58333', '14:00'],
  ['7', undefined],
  ['25:00', undefined],
  ['13pm', undefined],
])('the time %s is %s', (text, time) => {
  expect(asTime(text, 'Africa/Lagos')).toBe(time)
})

test('phone numbers and IDs with what spreadsheets take from them; what they cut is said', () => {
  expect(['8031234567', '2348031234567', '0803 123 4567', '+44 20 7946 0018'].map(asPhone)).toEqual([
    '08031234567',
    '+2348031234567',
    '0803 123 4567',
    '+44 20 7946 0018',
  ])
  expect(cell('phone', '2.348031110009E+12')).toEqual({ value: '+2348031110009' })
  for (const text of ['2.34803E+12', '2,34803E+12', '0.44791E+12'])
    expect(cell('phone', text)).toEqual({ problem: CUT })
  expect(cell('text', '6.391E+13')).toEqual({ problem: CUT })
  expect(cell('text', 'Caf\ufffd')).toEqual({ problem: 'a character cannot be read, so choose another encoding' })
  expect(cell('text', '#N/A')).toEqual({ problem: 'the spreadsheet has an error here' })
})
