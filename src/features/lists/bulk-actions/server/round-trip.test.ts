import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WORKBOOK } from '#contract/workbook.ts'
import { margin } from '#features/counter/concessions/margin-contract.ts'
import { counter, LEKKI } from '#features/counter/concessions/server/test/counter.ts'
import { customers } from '#features/customers/customers/contract.ts'
import { kidsClub } from '#features/customers/kids-club/contract.ts'
import { vouchers } from '#features/marketing/vouchers/contract.ts'
import { allRead } from '#server/integrations/records.ts'
import { testServer, type TestServer } from '#server/test/harness.ts'
import { bulkActions } from '../contract.ts'
import { IMPORTS } from '../kind-rules.ts'
import { importing } from './test/importing.ts'

const run = promisify(execFile)

let server: TestServer
let kit: ReturnType<typeof importing>
/** Which list, and what its button asks for. */
let requests: Record<string, { path: string; place?: Record<string, string>; rows: number }>
beforeAll(async () => {
  server = await testServer({ env: { SHOP_URL: 'https://shop.example/film' } })
  kit = importing(server)
  const pos = await counter(server)
  const { db } = server
  await db.execute(sql`insert into plans (name, kobo, tickets, place, created_at) values ('Solo', 500000, 4, 1, now())`)
  await db.execute(sql`insert into movies (id, name) values ('0001', 'The Wedding Party (2D)'), ('0002', 'Ìjọ̀gbọ̀n')`)
  // Cinemas and products whose IDs a spreadsheet takes for numbers, and a name that it would run.
  const people = [
    ['Ṣadé', 'O’Brien-Òjó', 'sade@mail.example', '0803 123 4567', '1990-05-06'],
    ['=1+1', '@SUM(A1)', 'formula@mail.example', '+44 7911 123456', '2004-02-29'],
    ['Line "Quote"', 'comma, and; semicolon', 'quote@mail.example', '+1 212 555 0123', '1985-12-31'],
  ]
  for (const [n, [first_name, last_name, email, mobile, dateOfBirth]] of people.entries()) {
    const { body, status, text } = await server.call(customers.add, {
      body: { first_name, last_name, email, mobile, dateOfBirth } as never,
    })
    if (status !== 201) throw new Error(text)
    const { userId } = body.data
    await db.execute(sql`update customers set card_number = ${`6391000001379${n}`} where id = ${userId}`)
    await server.call(kidsClub.add, {
      body: { userId, guardianName: 'Ngozi, Obi', consentDate: '2026-03-04', consentSource: 'Form' } as never,
    })
  }
  const { rows } = await db.execute<{ id: number }>(sql`select id from products order by id`)
  for (const [n, { id }] of rows.slice(0, 3).entries())
    await server.call(margin.setCost, { params: { id }, body: { from_day: `2026-11-0${n + 1}`, cost: 1000.5 + n } })
  const plans = await server.call(vouchers.plans, {})
  const made = await server.call(vouchers.create, {
    body: {
      companyName: 'Bank',
      quantity: 3,
      approvedBy: 'Ada',
      subscriptionId: plans.body.data[0]!.product_id,
      paymentConfirmed: true,
    },
  })
  await server.runJobs()
  const group = { id: String(made.body.data.id) }
  const take = async (action: string, file: string, place?: object, dates?: string) => {
    const checked = await kit.check(await kit.draft(action, file, place && { place }), dates ? { dates } : {})
    await server.call(bulkActions.start, { params: { id: checked.id }, body: {} })
    const done = await kit.through(checked.id)
    if (done.rows.rejected || !done.rows.changed) throw new Error(JSON.stringify(done))
  }
  await take('import.vouchers', 'Recipient\nAda Obi\nÀbẹ̀ní "B", Òjó\n', group)
  await take('import.referral-links', 'Name,Movie,Referral Code\nAda,Wedding Party,12345678\nÀbẹ̀ní,0002,\n')
  await db.execute(sql`insert into screens values (${LEKKI}, '01', 'Screen 1', 100) on conflict do nothing`)
  await db.execute(sql`
    insert into showtimes (cinema_id, id, movie_id, screen_id, starts_at, ends_at, seats_available)
    values (${LEKKI}, 's1', '0001', '01', '2026-12-05T13:00:00Z', '2026-12-05T15:00:00Z', 60)`)
  pos.ticketTypes = async () => allRead([{ id: '0001', name: 'Adult', kobo: 400_000 }])
  await take(
    'import.events',
    `Event Name,Description,Location,Movie,Event Time & Date,Ticket,Ticket Price,Image\nFamily day,"Fun,\nfor all",${LEKKI},Wedding Party,05/12/2026 14:00,adult,"4,000.00",https://a.example/b.jpg\n`,
    undefined,
    'dmy',
  )
  requests = {
    'import.customers': { path: '', rows: 3 },
    'import.kids-club': { path: '?forKidsClub=true', rows: 3 },
    'import.prices': { path: `?cinema_id=${LEKKI}`, place: { cinema_id: LEKKI }, rows: 7 },
    'import.costs': { path: '', rows: 3 },
    'import.vouchers': { path: '', place: group, rows: 3 },
    'import.referral-links': { path: '', rows: 2 },
    'import.events': { path: '', rows: 1 },
  }
})
afterAll(() => server.close())

async function fileOf(action: string, accept: string) {
  const { path: query, place } = requests[action]!
  const where = IMPORTS[action]!.file.path.replace(/\{(\w+)\}/g, (_, name: string) => place![name]!)
  return kit.exported(where + query, accept)
}

/** Imports a file again, whose days are day first, and says what would change. */
async function again(action: string, file: Buffer, dates: 'dmy' | 'swapped' = 'dmy') {
  const { place } = requests[action]!
  const checked = await kit.check(await kit.draft(action, file, place && { place }), { dates })
  await server.call(bulkActions.cancel, { params: { id: checked.id } })
  return { ...checked.rows, refusals: checked.refusals }
}

const nothing = (rows: number) => ({ total: rows, same: rows, valid: 0, rejected: 0, refusals: [] })
const FILES = [
  ['csv', 'text/csv'],
  ['xlsx', WORKBOOK],
] as const

test.each(Object.keys(IMPORTS))("%s: the list's own file changes nothing", async (action) => {
  for (const [, accept] of FILES)
    expect(await again(action, await fileOf(action, accept))).toMatchObject(nothing(requests[action]!.rows))
})

/** As Excel saves it that shows a column in its own way: IDs without zeros, long numbers with an exponent. */
const throughExcel = (csv: string) =>
  csv
    .replace(/(?<=^|,)0+(?=\d+(?:,|\r))/gm, '')
    .replace(
      /(?<=^|,)(\d)(\d{5})\d{6,}(?=,|\r)/gm,
      (cell, first: string, more: string) => `${first}.${more}E+${cell.length - 1}`,
    )

test.each(Object.keys(IMPORTS))('%s: nor does it as Excel saves it', async (action) => {
  const csv = (await fileOf(action, 'text/csv')).toString()
  for (const text of [throughExcel(csv), throughExcel(csv).replaceAll('\r\n', '\n')])
    expect(await again(action, Buffer.from(text))).toMatchObject(nothing(requests[action]!.rows))
})

const hasOffice = await run('soffice', ['--version']).then(
  () => true,
  () => false,
)

test.skipIf(!hasOffice)('nor as LibreOffice saves it', { tags: ['nightly'] }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'marquee-office-'))
  try {
    for (const action of Object.keys(IMPORTS))
      for (const [from, accept] of FILES)
        for (const [to] of FILES) {
          const name = action.replace('.', '-')
          await writeFile(path.join(folder, `${name}.${from}`), await fileOf(action, accept))
          const out = path.join(folder, `${from}-${to}`)
          // UTF-8 in, as somebody chooses who opens our file; and out, as it stands on the screen.
          const filter = from === 'csv' ? ['--infilter=CSV:44,34,76,1'] : []
          const as = to === 'csv' ? 'csv:Text - txt - csv (StarCalc):44,34,76' : to
          await run('soffice', [
            `-env:UserInstallation=file://${folder}/profile`,
            '--headless',
            ...filter,
            '--convert-to',
            as,
            '--outdir',
            out,
            path.join(folder, `${name}.${from}`),
          ])
          const file = await readFile(path.join(out, `${name}.${to}`))
          // It reads month first, and in a workbook makes its own dates of the days that can be.
          const dates = from === 'csv' && to === 'xlsx' ? 'swapped' : 'dmy'
          expect([action, from, to, await again(action, file, dates)]).toMatchObject([
            action,
            from,
            to,
            nothing(requests[action]!.rows),
          ])
        }
  } finally {
    await rm(folder, { recursive: true })
  }
})
