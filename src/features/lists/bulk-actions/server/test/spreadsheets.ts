import { zipped } from '#server/zip.ts'
import { chanceOf, type Chance } from '../../../../../../fuzz/chance.ts'

/** A customer as the file means it. */
type Person = { first: string; last: string; email: string; phone: string; born: string }
/** What a line comes to: the customer, or the field that cannot be read. */
export type Expected = { n: number; person: Person } | { n: number; rejected: 'Phone number' | 'Date of birth' }
export type Made = { name: string; file: Buffer; expected: Expected[]; dates?: 'dmy'; style: string }

const FIRST = [
  'Ada',
  'Chloé',
  'José',
  'O’Brien',
  "D'Arcy",
  'Ngozi "Queen"',
  '=cmd',
  '@handle',
  '-',
  'Anne-Marie',
  'Bisi; T',
]
const WIDE = ['Ṣadé', 'Ìjọ̀gbọ̀n', 'Ọlábísí', '李', 'Łukasz']
const LAST = ['Obi', 'Bello, Jr.', 'Ñandú', 'Eze | Co', 'Ade\nOla', 'van der Berg', 'Smith\tJones']
const HEADINGS = [
  ['First name', 'Last name', 'Email', 'Phone number', 'Date of birth'],
  ['Other names', 'Surname', 'E-mail', 'GSM No.', 'D.O.B'],
  ['FIRST NAME', 'SURNAME', 'Mail address', 'Mobile', 'Birthday'],
]
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec']
const two = (n: number) => String(n).padStart(2, '0')
const serialOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000 + 25_569

/** Ways to write a day; of one file all are in the same way. A day behind the twelfth in the first line shows which way round. */
const DAYS: Record<string, (day: string) => string> = {
  'day first': (day) => day.split('-').reverse().join('/'),
  'day first, short': (day) => day.split('-').reverse().map(Number).join('.'),
  iso: (day) => day,
  instant: (day) => new Date(Date.parse(`${day}T00:00:00+01:00`)).toISOString(),
  offset: (day) => `${day}T00:00:00+01:00`,
  midnight: (day) => `${day} 00:00:00`,
  written: (day) => `${Number(day.slice(8))} ${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`,
  ordinal: (day) => `${Number(day.slice(8))}th ${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`,
  american: (day) => `${MONTHS[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8))}, ${day.slice(0, 4)}`,
  serial: (day) => String(serialOf(day)),
}

/** Ways to write a mobile number, of its ten digits; `truncated` has lost some of them. */
const PHONES: Record<string, (digits: string) => string> = {
  local: (digits) => `0${digits}`,
  spaced: (digits) => `0${digits.slice(0, 3)} ${digits.slice(3, 6)} ${digits.slice(6)}`,
  'without its zero': (digits) => digits,
  international: (digits) => `+234${digits}`,
  'without its plus': (digits) => `234${digits}`,
  'as a formula': (digits) => `="0${digits}"`,
  'whole exponent': (digits) => `2.34${digits}E+12`,
  truncated: (digits) => `2.34${digits.slice(0, 3)}E+12`,
}

function people(by: Chance, isWide: boolean, { dayWay, phoneWay }: { dayWay: string; phoneWay: string }) {
  return Array.from({ length: by.int(1, 12) }, (_, n) => {
    const [year, month, day] = [by.int(1930, 2009), by.int(1, 12), n === 0 ? by.int(13, 27) : by.int(1, 28)]
    const digits = `803${String(by.int(1_000_000, 9_999_999))}`
    const person: Person = {
      first: by.pick(isWide ? [...FIRST, ...WIDE] : FIRST),
      last: by.pick(LAST),
      email: `person.${n}.${by.int(0, 1e9)}@mail.example`,
      phone: `+234${digits}`,
      born: `${year}-${two(month)}-${two(day)}`,
    }
    const cells = [person.first, person.last, person.email, PHONES[phoneWay]!(digits), DAYS[dayWay]!(person.born)]
    return { person, cells }
  })
}

const expectedOf = (n: number, person: Person, phoneWay: string): Expected =>
  phoneWay === 'truncated' ? { n, rejected: 'Phone number' } : { n, person }

const ENCODINGS = [
  'utf-8',
  'utf-8 with a mark',
  'utf-16le',
  'utf-16le without a mark',
  'windows-1252',
  'macintosh',
] as const
/** Letters of the names above that are not those of Latin-1. */
const IN_WINDOWS: Record<string, number> = { '’': 0x92 }
const IN_MAC: Record<string, number> = { '’': 0xd5, é: 0x8e, Ñ: 0x84, ú: 0x9c }
const encoded = (text: string, encoding: (typeof ENCODINGS)[number]): Buffer => {
  if (encoding === 'utf-8') return Buffer.from(text)
  if (encoding === 'utf-8 with a mark') return Buffer.from(`\ufeff${text}`)
  if (encoding === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le')
  if (encoding === 'utf-16le without a mark') return Buffer.from(text, 'utf16le')
  const own = encoding === 'macintosh' ? IN_MAC : IN_WINDOWS
  return Buffer.from([...text].map((char) => own[char] ?? char.codePointAt(0)!))
}

/** A text file in the style of spreadsheets, banks and tills. */
export function textFile(seed: number): Made {
  const by = chanceOf(String(seed))
  const encoding = by.pick(ENCODINGS)
  const [dayWay, phoneWay] = [by.pick(Object.keys(DAYS)), by.pick(Object.keys(PHONES))]
  const isWide = encoding.startsWith('utf')
  const separator = by.pick([',', ';', '\t', '|'])
  const ends = by.pick([['\r\n'], ['\n'], ['\r'], ['\r\n', '\n'], ['\r\n', '\n', '\r']])
  const [isQuoted, hasTitle, hasTrailing, isDeclared] = [
    by.happens(0.3),
    by.happens(0.2),
    by.happens(0.2),
    by.happens(0.1),
  ]
  const written = (cell: string) =>
    isQuoted || /["\r\n]/.test(cell) || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell
  let text = isDeclared ? `sep=${separator}\r\n` : ''
  // A row of a spreadsheet, but for `sep=`, which is a line of the file.
  let n = isDeclared ? 1 : 0
  const add = (cells: readonly string[]) => {
    n++
    const line = [...cells, ...(hasTrailing ? ['', ''] : [])].map(written).join(separator)
    const end = by.pick(ends)
    // An empty line between a carriage return and a line feed would be none.
    text += line + (line === '' && text.endsWith('\r') ? '\r' : end)
  }
  if (hasTitle) add(['Customers'])
  if (hasTitle) add([''])
  add(by.pick(HEADINGS))
  const expected: Expected[] = []
  for (const [at, { person, cells }] of people(by, isWide, { dayWay, phoneWay }).entries()) {
    // Without a letter that only one of them has, nothing tells the encodings of Mac and Windows apart.
    if (at === 0 && encoding === 'macintosh') person.first = cells[0] = 'José'
    add(cells)
    expected.push(expectedOf(n, person, phoneWay))
    if (by.happens(0.1)) add([''])
  }
  if (by.happens(0.3)) text = text.replace(/[\r\n]+$/, '')
  const style = JSON.stringify({
    seed,
    encoding,
    dayWay,
    phoneWay,
    separator,
    ends,
    isQuoted,
    hasTitle,
    hasTrailing,
    isDeclared,
  })
  return { name: 'list.csv', file: encoded(text, encoding), expected, style }
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A workbook in the style of Excel, LibreOffice, Google Sheets and programs that write their own. */
export async function workbookFile(seed: number): Promise<Made> {
  const by = chanceOf(String(seed))
  const isFrom1904 = by.happens(0.2)
  const dayWay = by.pick(['date', 'number', 'day first', 'iso', 'instant'])
  const phoneWay = by.pick(['number', 'local', 'spaced', 'truncated'])
  const [isShared, hasReferences, isUtf16, hasPrefix] = [
    by.happens(0.5),
    by.happens(0.7),
    by.happens(0.2),
    by.happens(0.2),
  ]
  const [book, texts] = by.pick([
    ['xl/workbook.xml', 'sharedStrings.xml'],
    ['xl/workbook2.xml', '/xl/texts/strings2.xml'],
  ] as const)
  const ended = by.pick(['', '_x000D_', '&#13;', ' '])
  const p = hasPrefix ? 'x:' : ''
  const strings: string[] = []
  let rows = ''
  let n = 0
  const textCell = (text: string, ref: string) => {
    const written = escape(text.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')) + ended
    if (!isShared)
      return `<${p}c${ref} t="inlineStr"><${p}is><${p}t xml:space="preserve">${written}</${p}t></${p}is></${p}c>`
    return `<${p}c${ref} t="s"><${p}v>${strings.push(written) - 1}</${p}v></${p}c>`
  }
  const numberCell = (number: number | string, ref: string, style = 0) =>
    `<${p}c${ref}${style ? ` s="${style}"` : ''}><${p}v>${number}</${p}v></${p}c>`
  const add = (cells: readonly ((ref: string) => string)[], hidden = '') => {
    n++
    const at = (column: number) => (hasReferences ? ` r="${'ABCDE'[column]}${n}"` : '')
    rows += `<${p}row${hasReferences ? ` r="${n}"` : ''}${hidden}>${cells.map((cell, column) => cell(at(column))).join('')}</${p}row>`
  }
  const asText = (text: string) => (ref: string) => textCell(text, ref)
  add(by.pick(HEADINGS).map(asText))
  const expected: Expected[] = []
  const ways = { dayWay: dayWay in DAYS ? dayWay : 'iso', phoneWay: phoneWay in PHONES ? phoneWay : 'local' }
  for (const { person, cells } of people(by, true, ways)) {
    const [first, last, email, phone, day] = cells as [string, string, string, string, string]
    const days = serialOf(person.born) - (isFrom1904 ? 1462 : 0)
    const born = dayWay === 'date' || dayWay === 'number'
    const line = [
      ...[first, last, email].map(asText),
      phoneWay === 'number'
        ? (ref: string) => numberCell(Number(person.phone).toExponential().toUpperCase(), ref)
        : asText(phone),
      born ? (ref: string) => numberCell(days, ref, dayWay === 'date' ? 1 : 0) : asText(day),
    ]
    const isHidden = by.happens(0.15) && expected.length > 0
    add(line, isHidden ? by.pick([' hidden="1"', ' hidden="true"', ' ht="0" customHeight="1"']) : '')
    // Days of before 1927 and of the first years of 1904's count have fewer digits than a number of a day is known by.
    if (!isHidden)
      expected.push(
        dayWay === 'number' && days < 10_000 && phoneWay !== 'truncated'
          ? { n, rejected: 'Date of birth' }
          : expectedOf(n, person, phoneWay),
      )
    if (by.happens(0.1)) add([])
  }
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const relations = (list: readonly [string, string][]) =>
    `<Relationships>${list.map(([kind, target], at) => `<Relationship Id="r${at}" Type="${type}/${kind}" Target="${target}"/>`).join('')}</Relationships>`
  const parts: Record<string, string> = {
    '_rels/.rels': relations([['officeDocument', book]]),
    [book]: `<${p}workbook xmlns:r="${type}"><${p}workbookPr${isFrom1904 ? ' date1904="1"' : ''}/><${p}sheets><${p}sheet name="List" sheetId="1" r:id="r0"/></${p}sheets></${p}workbook>`,
    [book.replace('xl/', 'xl/_rels/') + '.rels']: relations([
      ['worksheet', 'worksheets/sheet1.xml'],
      ['sharedStrings', texts],
      ['styles', 'styles.xml'],
    ]),
    'xl/worksheets/sheet1.xml': `<${p}worksheet><${p}sheetData>${rows}</${p}sheetData></${p}worksheet>`,
    'xl/styles.xml': `<styleSheet><cellXfs><xf/><xf numFmtId="${by.pick([14, 15, 22])}"/></cellXfs></styleSheet>`,
    [texts.startsWith('/') ? texts.slice(1) : `xl/${texts}`]:
      `<${p}sst>${strings.map((text) => `<${p}si><${p}t xml:space="preserve">${text}</${p}t></${p}si>`).join('')}</${p}sst>`,
  }
  const bytes = (text: string) =>
    isUtf16 ? Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${text}`, 'utf16le') : Buffer.from(text)
  const entries = Object.entries(parts).map(([name, text]) => ({
    name,
    content: (async function* () {
      yield bytes(text)
    })(),
  }))
  const file = Buffer.concat(
    await Array.fromAsync(zipped(entries, new Date('2026-11-25T09:00:00Z')) as AsyncIterable<Buffer>),
  )
  const style = JSON.stringify({
    seed,
    isFrom1904,
    dayWay,
    phoneWay,
    isShared,
    hasReferences,
    isUtf16,
    hasPrefix,
    book,
    ended,
  })
  return { name: 'list.xlsx', file, expected, style }
}
