import { expect, test } from 'vitest'
import { UNCLEAR } from '#contract/typed-number.ts'
import { columnsProblem, dateOrderOf, guessColumns, headingAt, messages, seeDate } from './import-rules.ts'
import { asDay, asPhone, asTime, readCell } from './cell-rules.ts'
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
  for (const heading of ['Phone number', 'Tel', 'Mobile No', 'Telephone (GSM)'])
    expect(guessColumns([heading], [], fields)).toEqual(['mobile'])
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

test('which way round days are is asked for only where it cannot be seen', () => {
  const chosen = (dates: 'dmy' | 'mdy' | null = null) => ({ columns: ['dateOfBirth'], forAll: {}, dates })
  const seen = (...cells: string[]) => [cells.reduce(seeDate, 'none' as ReturnType<typeof seeDate>)]
  expect(dateOrderOf(chosen(), seen('03/04/2026'), fields)).toBeUndefined()
  expect(dateOrderOf(chosen('mdy'), seen('03/04/2026'), fields)).toBe('mdy')
  expect(dateOrderOf(chosen(), seen('03/04/2026', '13/04/2026'), fields)).toBe('dmy')
  expect(dateOrderOf(chosen(), seen('03/04/2026', '04/13/2026'), fields)).toBe('mdy')
  expect(dateOrderOf(chosen(), seen('2026-04-03'), fields)).toBe('dmy')
})

test('what is missing or chosen twice is named', () => {
  const kind = { fields, needs }
  const problem = (columns: (string | null)[], seen = columns.map(() => 'none' as const)) =>
    columnsProblem({ columns, forAll: {}, dates: null }, seen, kind)
  expect(problem(['email', null])).toBe(
    messages.missing('First name or Full name, Last name or Full name, Phone number, Date of birth'),
  )
  expect(problem(['name', 'email', 'mobile', 'dateOfBirth'])).toBeUndefined()
  expect(problem(['email', 'email'])).toBe(messages.twice('Email'))
  expect(problem(['nonsense'])).toBe(messages.otherColumns)
  expect(columnsProblem({ columns: ['email'], forAll: {}, dates: null }, [], kind)).toBe(messages.otherColumns)
})

test('amounts, days, times and phone numbers as people write them', () => {
  const amount = { ...fields[0]!, type: 'amount' as const }
  expect(readCell(amount, '₦1,250.00', 'dmy')).toEqual({ value: 1250 })
  for (const text of ['2.500', '1.000', '12,50'])
    expect(readCell(amount, text, 'dmy')).toEqual({ problem: `${text} is not a clear amount. ${UNCLEAR}` })
  expect(asDay('1/2/2026', 'dmy')).toBe('2026-02-01')
  expect(asDay('1/2/2026', 'mdy')).toBe('2026-01-02')
  expect(asDay('24 May 1990', 'dmy')).toBe('1990-05-24')
  expect(asDay('24-May-90', 'dmy')).toBe('1990-05-24')
  expect(asDay('1990-05-24 00:00', 'mdy')).toBe('1990-05-24')
  expect(asDay('31/02/2026', 'dmy')).toBeUndefined()
  expect(['7pm', '7:30 PM', '19:30', '12 am', '19.05', '19:30:00'].map(asTime)).toEqual([
    '19:00',
    '19:30',
    '19:30',
    '00:00',
    '19:05',
    '19:30',
  ])
  expect(['7', '25:00', '13pm'].map(asTime)).toEqual([undefined, undefined, undefined])
  expect(['8031234567', '2348031234567', '0803 123 4567', '+44 20 7946 0018'].map(asPhone)).toEqual([
    '08031234567',
    '+2348031234567',
    '0803 123 4567',
    '+44 20 7946 0018',
  ])
  expect(readCell(fields[0]!, '#N/A', 'dmy')).toEqual({ problem: '#N/A is an error of the spreadsheet' })
})
