import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { counter, LEKKI } from '#features/counter/concessions/server/test/counter.ts'
import { customers } from '#features/customers/customers/contract.ts'
import { inRoot } from '#server/root.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { importing } from './test/importing.ts'

const FOLDER = inRoot('src/server/sheets/cases')
const fileNamed = (name: string) => readFileSync(path.join(FOLDER, name))

let server: TestServer
let kit: ReturnType<typeof importing>
let leap: number
beforeAll(async () => {
  server = await testServer({ env: { SHOP_URL: 'https://shop.example/film' } })
  kit = importing(server)
  await counter(server)
  const { body } = await server.call(customers.add, {
    body: {
      first_name: 'Leap',
      last_name: 'Day',
      email: 'leap.day@mail.example',
      mobile: '0803 111 8888',
      dateOfBirth: '2004-02-29',
    } as never,
  })
  leap = body.data.userId
  await server.db.execute(sql`update customers set card_number = '63910000013793' where id = ${leap}`)
  await server.db.execute(sql`update cinemas set name = 'Marquee Gwarinpa' where id = ${LEKKI}`)
  await server.db.execute(sql`
    update products set rosetta_id = n.id
    from (values ('00101', '00000601'), ('00104', '00000602'), ('00601', '00000701')) n (was, id) where rosetta_id = n.was`)
  await server.db.execute(sql`
    insert into movies (id, name) values ('m1', 'Jaws (2D)'), ('m2', 'Crouching Tiger, Hidden Dragon'),
      ('m3', 'The Lord of the Rings: The Fellowship of the Ring')`)
})
afterAll(() => server.close())

/** What each line comes to: its number, and its values or why it is refused. */
async function linesOf(action: string, name: string, how: Record<string, string> = {}) {
  const place = action === 'import.prices' ? { cinema_id: LEKKI } : undefined
  const draft = await kit.draft(action, fileNamed(name), { name, how, ...(place && { place }) })
  const { lines, problem } = await kit.preview(draft, { dates: draft.chosen.dates ?? 'dmy' })
  const outcomes = lines.map(({ line, state, message, values }) =>
    state === 'rejected'
      ? `${line} ${message}`
      : `${line} ${state === 'same' ? 'is there already' : Object.values(values).join(' | ')}`,
  )
  return { draft, lines: outcomes, problem }
}

const CASES: readonly [action: string, file: string, lines: string[]][] = [
  [
    'import.customers',
    'cp1252.csv',
    [
      '2 Chloé | O’Brien | chloe.ob1@mail.example | 08031110003 | 01/12/1991 | Female',
      '3 José | Ñandú | jose.n1@mail.example | 08031110004 | 30/11/1979 | Male',
    ],
  ],
  [
    'import.customers',
    'cr-only.csv',
    [
      '2 Ada | One | ada.one@mail.example | 08031110006 | 24/05/1990',
      '3 Bisi | Two | bisi.two@mail.example | 08031110007 | 25/05/1990',
    ],
  ],
  ['import.customers', 'd1904.xlsx', ['2 Ada | Mac | ada.mac@mail.example | 08031114005 | 24/05/1990']],
  ['import.customers', 'datadesc.xlsx', ['2 Ada | Z64 | ada.z64@mail.example | 08031114058 | 24/05/1990']],
  [
    'import.customers',
    'dates-utc-midnight.csv',
    [
      '2 Ada | Lagos | ada.utc@mail.example | 08031115001 | 24/05/1990',
      '3 Bisi | Plain | bisi.plain@mail.example | 08031115002 | 24/05/1990',
    ],
  ],
  [
    'import.customers',
    'dates-worded.csv',
    [
      '2 Ada | W1 | ada.w1@mail.example | 08031115003 | 24/05/1990',
      '3 Bisi | W2 | bisi.w2@mail.example | 08031115004 | 24/05/1990',
      '4 Cala | W3 | cala.w3@mail.example | 08031115005 | 24/09/1990',
    ],
  ],
  [
    'import.customers',
    'dates.csv',
    [
      '2 D0 | Date | d0.date@mail.example | 08031110100 | 24/05/1990',
      '3 D1 | Date | d1.date@mail.example | 08031110101 | 25/05/1990',
      '4 D2 | Date | d2.date@mail.example | 08031110102 | 24/05/1990',
      '5 D3 | Date | d3.date@mail.example | 08031110103 | 24/05/1990',
      '6 D4 | Date | d4.date@mail.example | 08031110104 | 05/06/1955',
      '7 D5 | Date | d5.date@mail.example | 08031110105 | 05/06/1985',
      '8 D6 | Date | d6.date@mail.example | 08031110106 | 05/06/1985',
      '9 D7 | Date | d7.date@mail.example | 08031110107 | 24/09/1990',
      '10 D8 | Date | d8.date@mail.example | 08031110108 | 24/09/1990',
      '11 D9 | Date | d9.date@mail.example | 08031110109 | 24/05/1990',
      '12 D10 | Date | d10.date@mail.example | 08031110110 | 24/05/1990',
      '13 Date of birth: not a date (DD/MM/YYYY): 32/01/1990',
      '14 Date of birth: not a date (DD/MM/YYYY): 29/02/2023',
      '15 D13 | Date | d13.date@mail.example | 08031110113 | 29/02/2024',
      '16 D14 | Date | d14.date@mail.example | 08031110114 | 24/05/1990',
      '17 Date of birth: not a date (DD/MM/YYYY): 00/00/0000',
      '18 D16 | Date | d16.date@mail.example | 08031110116 | 31/12/1899',
      '19 D17 | Date | d17.date@mail.example | 08031110117 | 24/05/2090',
      '20 Date of birth: not a date (DD/MM/YYYY): 24\\05\\1990',
      '21 D19 | Date | d19.date@mail.example | 08031110119 | 24/05/1990',
    ],
  ],
  ['import.customers', 'dup-header.csv', ['2 Ada Dup | ada.dup@mail.example | 08031115011 | 24/05/1990']],
  [
    'import.customers',
    'emails.csv',
    [
      '2 E0 | Mail | ada@MAIL.example | 08031110200 | 24/05/1990',
      '3 E1 | Mail | spaced@mail.example | 08031110201 | 24/05/1990',
      '4 E2 | Mail | brack@mail.example | 08031110202 | 24/05/1990',
      '5 E3 | Mail | m@mail.example | 08031110203 | 24/05/1990',
      '6 E4 | Mail | ünï@mail.example | 08031110204 | 24/05/1990',
      '7 Email: not an email address: a@b@mail.example',
      '8 Email: not an email address: dot.@mail.example',
      '9 Email: not an email address: trail@mail.example.',
      '10 Email: not an email address: nbsp @mail.example',
      '11 Same as an earlier line: line 2',
      '12 E10 | Mail | zwsp@mail.example | 08031110210 | 24/05/1990',
      '13 E11 | Mail | a+tag@mail.example | 08031110211 | 24/05/1990',
      '14 Email: not an email address: one@mail.example; two@mail.example',
      '15 Email: not an email address: none',
      '16 Email: not an email address: -',
      '17 Email: not an email address: N/A',
      '18 Email: not an email address: ada@mail,example',
    ],
  ],
  ['import.customers', 'export-through-excel.csv', ['2 Customer not found: 21256', '3 Customer not found: 21255']],
  [
    'import.customers',
    'formulas.xlsx',
    [
      '2 ADA | Form | ada.form@mail.example | +2348031114040 | 24/05/1990',
      '3 Phone number: the spreadsheet has an error here: #DIV/0!',
      '4 Cala | Form | cala.form@mail.example | 08031114041 | 24/05/1990',
      '5 Dele | Form | dele.form@mail.example | +2348031114042 | 25/05/1990',
      '6 Date of birth: not a date (DD/MM/YYYY): -5',
    ],
  ],
  [
    'import.customers',
    'hidden-merged.xlsx',
    ['2 Ada | Seen | ada.seen@mail.example | 08031114002 | 24/05/1990', '4 Last name or Full name is missing'],
  ],
  [
    'import.customers',
    'inch-mark.csv',
    [
      '2 Ada 5" tall | X | ada.i@mail.example | 08031115009 | 24/05/1990',
      '3 Bisi, "B" | Y | bisi.i@mail.example | 08031115010 | 24/05/1990',
    ],
  ],
  ['import.customers', 'leading-blank.csv', ['6 Ada | Lead | ada.lead@mail.example | 08031115014 | 24/05/1990']],
  [
    'import.customers',
    'mixed-dates.csv',
    [
      '2 Date of birth: not a date (DD/MM/YYYY): 05/13/1990',
      '3 Bisi | M2 | bisi.m2@mail.example | 08031115016 | 24/05/1990',
      '4 Cala | M3 | cala.m3@mail.example | 08031115017 | 03/04/1990',
    ],
  ],
  [
    'import.customers',
    'mixed-eol-lf-first.csv',
    [
      '2 Ada | One | ada.one@mail.example | 08031110006 | 24/05/1990',
      '3 Bisi | Two | bisi.two@mail.example | 08031110007 | 25/05/1990',
    ],
  ],
  [
    'import.customers',
    'mixed-eol-notes.csv',
    [
      '2 Ada | One | ada.one@mail.example | 08031110006 | 24/05/1990',
      '3 Bisi | Two | bisi.two@mail.example | 08031110007 | 25/05/1990',
      '4 Cala | Three | cala.three@mail.example | 08031110008 | 26/05/1990',
    ],
  ],
  [
    'import.customers',
    'mixed-eol.csv',
    [
      '2 Ada | One | ada.one@mail.example | 08031110006 | 24/05/1990',
      '3 Bisi | Two | bisi.two@mail.example | 08031110007 | 25/05/1990',
      '4 Cala | Three | cala.three@mail.example | 08031110008 | 26/05/1990',
    ],
  ],
  [
    'import.customers',
    'names.csv',
    [
      '2 Ọlábísí | Name | n0@mail.example | 08031110300 | 24/05/1990',
      "3 O'Neil | Name | n1@mail.example | 08031110301 | 24/05/1990",
      '4 d’Artagnan | Name | n2@mail.example | 08031110302 | 24/05/1990',
      '5 José María | Name | n3@mail.example | 08031110303 | 24/05/1990',
      '6 李 | Name | n4@mail.example | 08031110304 | 24/05/1990',
      '7 Ngozi (née Obi) | Name | n5@mail.example | 08031110305 | 24/05/1990',
      '8 - | Name | n6@mail.example | 08031110306 | 24/05/1990',
      '9 N/A | Name | n7@mail.example | 08031110307 | 24/05/1990',
      '10 Adé́ | Name | n8@mail.example | 08031110308 | 24/05/1990',
      '11 😀 Emoji | Name | n9@mail.example | 08031110309 | 24/05/1990',
      '12 محمد | Name | n10@mail.example | 08031110310 | 24/05/1990',
      '13 First name: Enter up to 100 characters',
      '14 =cmd | Name | n12@mail.example | 08031110312 | 24/05/1990',
      '15 @handle | Name | n13@mail.example | 08031110313 | 24/05/1990',
      '16 +Plus | Name | n14@mail.example | 08031110314 | 24/05/1990',
      '17 <b>Bold</b> | Name | n15@mail.example | 08031110315 | 24/05/1990',
    ],
  ],
  ['import.customers', 'no-refs.xlsx', ['3 Ada | Quot | ada.quot@mail.example | 08031114053 | 24/05/1990']],
  [
    'import.customers',
    'one-column.csv',
    [
      '2 First name or Full name is missing; Last name or Full name is missing; Phone number is missing; Date of birth is missing',
    ],
  ],
  [
    'import.customers',
    'phones-cut-by-excel.csv',
    [
      '2 Phone number: Excel has cut off the last digits, so format the column as Text and enter them again: 2.34803E+12',
    ],
  ],
  [
    'import.customers',
    'phones-sci.csv',
    [
      '2 Phone number: Excel has cut off the last digits, so format the column as Text and enter them again: 2.34803E+12',
      '3 Bisi | Sci | bisi.sci@mail.example | +2348031110009 | 25/05/1990',
      "4 Cala | Quo | cala.quo@mail.example | '08031110010 | 26/05/1990",
      '5 Dele | Eq | dele.eq@mail.example | 08031110011 | 26/05/1990',
      '6 Efe | Two | efe.two@mail.example | 08031110012 / 08031110013 | 27/05/1990',
      '7 Femi | Dot | femi.dot@mail.example | 08031110014 | 28/05/1990',
      '8 Gbemi | Par | gbemi.par@mail.example | +2348031110015 | 28/05/1990',
      '9 Hassan | Dbl | hassan.dbl@mail.example | +234 (0) 803 111 0016 | 28/05/1990',
      '10 Ike | DblZ | ike.dblz@mail.example | +2340803 111 0017 | 28/05/1990',
      '11 Jide | 234z | jide.z@mail.example | 2340803 111 0018 | 28/05/1990',
      '12 Kemi | NB | kemi.nb@mail.example | 0803\u00a0111–0019 | 28/05/1990',
      '13 Lola | LRM | lola.lrm@mail.example | 08031110020 | 28/05/1990',
    ],
  ],
  ['import.customers', 'plain-known-email.xlsx', ['2 is there already']],
  [
    'import.customers',
    'quote-inside.csv',
    [
      '2 "Ada "Queen" Obi" | X | ada.q@mail.example | 08031115007 | 24/05/1990',
      '3 Bisi | Y | bisi.q@mail.example | 08031115008 | 24/05/1990',
    ],
  ],
  [
    'import.customers',
    'quoted-semicolons.csv',
    [
      '2 Ada | Q | ada.qs@mail.example | 08031116001 | 24/05/1990',
      '3 Bisi | Q | bisi.qs@mail.example | 08031116002 | 24/05/1990',
    ],
  ],
  [
    'import.customers',
    'semicolon-commas.csv',
    [
      '2 Ada Obi | ada.obi1@mail.example | 08031110001 | 24/05/1990',
      '3 Tunde Bello | tunde.b1@mail.example | 08031110002 | 13/02/1985',
    ],
  ],
  [
    'import.customers',
    'semicolon-more-commas.csv',
    [
      '2 Ada Obi | ada.obi1@mail.example | 08031110001 | 24/05/1990',
      '3 Tunde Bello | tunde.b1@mail.example | 08031110002 | 13/02/1985',
    ],
  ],
  ['import.customers', 'sep-tab.csv', ['3 Ada | Sep | ada.sep@mail.example | 08031115018 | 24/05/1990']],
  ['import.customers', 'spaces.xlsx', ['2 Ada | Space | ada.space@mail.example | 0803 111 4054 | 24/05/1990']],
  ['import.customers', 'sst-other-name.xlsx', ['2 Ada | Other | ada.other@mail.example | 08031114051 | 24/05/1990']],
  [
    'import.customers',
    'title-total.xlsx',
    [
      '5 Ada | Tit | ada.tit@mail.example | 08031114060 | 24/05/1990',
      '6 Last name or Full name is missing; Email is missing; Date of birth is missing',
    ],
  ],
  [
    'import.customers',
    'trailing.csv',
    [
      '2 Ada | T | ada.t@mail.example | 08031110021 | 24/05/1990',
      '4 Bisi "Queen" | T | bisi.t@mail.example | 08031110022 | 25/05/1990',
      '5 Cala\nLine | T | cala.t@mail.example | 08031110023 | 25/05/1990',
      '6 Dele "D" O | T | dele.t@mail.example | 08031110024 | 26/05/1990',
    ],
  ],
  [
    'import.customers',
    'two-langs.csv',
    ['2 First name or Full name is missing; Last name or Full name is missing; Date of birth is missing'],
  ],
  ['import.customers', 'utf16le-bom-tab.txt', ['2 Zoë | Adé | zoe.a1@mail.example | 08031110005 | 24/05/1990']],
  ['import.customers', 'veryhidden.xlsx', ['2 Ada | VH | ada.vh@mail.example | 08031114055 | 24/05/1990']],
  ['import.customers', 'workbook-other-path.xlsx', ['2 Ada | Path | ada.path@mail.example | 08031114052 | 24/05/1990']],
  ['import.customers', 'x000D-known-email.xlsx', ['2 is there already']],
  ['import.customers', 'x000D.xlsx', ['2 Ada | Obi Bello | ada.x@mail.example | 08031114001 | 24/05/1990']],
  ['import.customers', 'xml-bom.xlsx', ['2 Ada | Bom | ada.bom@mail.example | 08031114056 | 24/05/1990']],
  ['import.customers', 'xml-utf16.xlsx', ['2 Ada | U16 | ada.u16@mail.example | 08031114057 | 24/05/1990']],
  ['import.customers', 'zip64.xlsx', ['2 Ada | Z64 | ada.z64@mail.example | 08031114058 | 24/05/1990']],
  [
    'import.prices',
    'ids-cut-by-excel.csv',
    ['2 601 | 1200.00 | Marquee Gwarinpa', '3 602 | 900.00 | Marquee Gwarinpa'],
  ],
  [
    'import.prices',
    'price-three-decimals.csv',
    [
      '2 Price: not a clear amount, such as 12,000 or 12,000.50: 2.500',
      '3 Price: not a clear amount, such as 12,000 or 12,000.50: 1.000',
    ],
  ],
  [
    'import.prices',
    'prices.csv',
    [
      '2 Price: not a clear amount, such as 12,000 or 12,000.50: 2.500',
      '3 00000602 | 1250.00 | Marquee Gwarinpa',
      '4 Price: not a clear amount, such as 12,000 or 12,000.50: 2,50',
      '5 Product not found: 00000205 at Marquee Gwarinpa',
      '6 Product not found: 00000210 at Marquee Gwarinpa',
      '7 00000201 | 2500.00 | Marquee Gwarinpa',
      '8 Price: not a clear amount, such as 12,000 or 12,000.50: (500)',
      '9 Product not found: 00000202 at Marquee Gwarinpa',
      '10 Product not found: 00000207 at Marquee Gwarinpa',
      '11 Price: not a clear amount, such as 12,000 or 12,000.50: 1e3',
      '12 Price: not a clear amount, such as 12,000 or 12,000.50: 2.5E+03',
      '13 Price: not a clear amount, such as 12,000 or 12,000.50: 2,500/=',
      '14 Price: not a clear amount, such as 12,000 or 12,000.50: 2500.005',
      '15 Product not found: 00000301 at Marquee Gwarinpa',
      '16 Product not found: 00000302 at Marquee Gwarinpa',
      '17 Price: not a clear amount, such as 12,000 or 12,000.50: N2,500k',
      '18 Price: not a clear amount, such as 12,000 or 12,000.50: 2500.00 per box',
      '19 Price: not a clear amount, such as 12,000 or 12,000.50: 1,25,000',
      '20 Price: not a clear amount, such as 12,000 or 12,000.50: "2500"',
      '21 Product not found: 00000305 at Marquee Gwarinpa',
    ],
  ],
  [
    'import.kids-club',
    'kids-like-own-export.csv',
    ['2 63910000013793 | leap.day@mail.example | 08031118888 | Ngozi Obi'],
  ],
  [
    'import.referral-links',
    'movies-as-written.csv',
    [
      '2 Ada P | Jaws (2D)',
      '3 Bisi P | Crouching Tiger, Hidden Dragon',
      '4 Cala P | The Lord of the Rings: The Fellowship of the Ring',
    ],
  ],
]

test('each file has its case', () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(CASES.map(([, name]) => name).toSorted())
})

test.each(CASES)('%s of %s', async (action, name, lines) => {
  expect((await linesOf(action, name)).lines).toEqual(lines)
})

test('how a file is read can be chosen by hand', async () => {
  const of = async (name: string, how?: Record<string, string>) => (await linesOf('import.customers', name, how)).draft
  expect(await of('semicolon-more-commas.csv')).toMatchObject({ separator: 'semicolon', encoding: 'utf-8', heading: 1 })
  expect((await of('semicolon-more-commas.csv', { separator: 'comma' })).headings).toHaveLength(7)
  expect((await of('cp1252.csv')).encoding).toBe('windows-1252')
  expect((await of('cp1252.csv', { encoding: 'macintosh' })).samples[0]).toEqual(['ChloÈ', 'JosÈ'])
  expect(await of('leading-blank.csv', { heading: '3' })).toMatchObject({
    headings: ['Customer list', '', '', '', ''],
    counts: { read: 2 },
  })
  expect(await of('leading-blank.csv', { heading: '0' })).toMatchObject({
    headings: ['', '', '', '', ''],
    counts: { read: 3 },
  })
  const { problem } = await kit.upload('import.customers', fileNamed('leading-blank.csv'), { how: { heading: '4' } })
  expect(problem.errors).toEqual([{ field: 'heading', message: 'Choose one of the first lines' }])
})

test('hidden rows are counted and left out, or read', async () => {
  const { draft } = await linesOf('import.customers', 'hidden-merged.xlsx')
  expect(draft).toMatchObject({ withHidden: false, counts: { all: 4, read: 2, hidden: 1 } })
  const { draft: all, lines } = await linesOf('import.customers', 'hidden-merged.xlsx', { hidden: 'read' })
  expect(all).toMatchObject({ withHidden: true, counts: { all: 4, read: 3, hidden: 0 } })
  expect(lines[1]).toBe('3 Bisi | Hidden | bisi.hid@mail.example | 08031114003 | 25/05/1990')
})

test('a name that is not found is chosen among near ones, and the choice holds for its lines', async () => {
  const draft = await kit.draft('import.referral-links', 'Name,Movie\nAda,Jawz\nUche,Jawz\nKen,Nothing at all\n')
  const { names } = await kit.preview(draft)
  expect(names).toEqual([
    { field: 'movie', typed: 'Jawz', lines: 2, near: [{ id: 'm1', name: 'Jaws (2D)' }] },
    { field: 'movie', typed: 'Nothing at all', lines: 1, near: [] },
  ])
  const chosen = { names: { movie: { Jawz: 'm1' } } }
  expect((await kit.preview(draft, chosen)).lines.map(({ state, values }) => [state, values.movie])).toEqual([
    ['valid', 'Jaws (2D)'],
    ['valid', 'Jaws (2D)'],
    ['rejected', 'Nothing at all'],
  ])
  expect((await kit.check(draft, chosen)).rows).toMatchObject({ valid: 2, rejected: 1 })
})

test('lines that are refused for the same reason are counted together, with an example', async () => {
  const people = Array.from({ length: 60 }, (_, n) => `Ada,Obi,ada${n}@mail.example,0803${1_000_000 + n},day ${n}`)
  const file = `First name,Last name,Email,Phone number,Date of birth\n${people.join('\n')}\n`
  expect((await kit.check(await kit.draft('import.customers', file))).refusals).toEqual([
    { message: 'Date of birth: not a date (DD/MM/YYYY)', count: 60, example: 'day 0' },
  ])
})

test.each([
  ['a PDF file', Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj\0')],
  ['a web page', '<html><table><tr><td>Name</td></tr></table></html>'],
  [
    'an XML spreadsheet of Excel 2003',
    '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
  ],
  ['a JSON file', '[{"name": "Ada"}]'],
])('a file that is %s is named', async (kind, file) => {
  const { problem } = await kit.upload('import.customers', file)
  expect(problem.errors).toEqual([
    { field: 'file', message: `This is ${kind}. Save the table as .xlsx or CSV and choose that file.` },
  ])
})
