import type { App } from '#server/app.ts'
import { adminByEmail } from '#server/auth/store.ts'
import type { Db } from '#server/db/connect.ts'
import type { Demo } from '#server/demo.ts'
import { nextOccasion, type Schedule } from '#features/lists/reports/rules.ts'
import * as store from '#features/lists/reports/server/store.ts'
import type { To } from '#features/lists/reports/server/store.ts'

const DAY_MS = 86_400_000
const EVERY_WEEK: Schedule = { every: 'week', at: '08:00', weekdays: [1], monthDay: 1 }
const WHEN_CLOSED: Schedule = { every: 'close', at: '08:00', weekdays: [], monthDay: 1 }

const REPORTS = [
  {
    name: 'Tickets of the day',
    call: 'tickets.csv',
    path: 'purchased-tickets?start_date=today&end_date=today',
    query: { start_date: 'today', end_date: 'today' },
    schedule: WHEN_CLOSED,
    format: 'csv',
    colleagues: ['superadmin@marquee.example', 'finance@marquee.example'],
    outside: [],
    rows: [412, 388, 451],
  },
  {
    name: 'Sales of the week for the auditors',
    call: 'analytics.salesCsv',
    path: 'analytics?tab=sales&start_date=today-7&end_date=today-1',
    query: { start_date: 'today-7', end_date: 'today-1' },
    schedule: EVERY_WEEK,
    format: 'xlsx',
    colleagues: ['finance@marquee.example'],
    outside: ['reports@ledger.example'],
    rows: [7, 7],
  },
] as const

/** Two reports of the superadmin's, with what was sent of them. */
export async function demo(tx: Db, { now }: Demo, app: App): Promise<void> {
  const owner = await adminByEmail(tx, 'superadmin@marquee.example')
  if (!owner) return
  const { zone } = app.env
  for (const { schedule, colleagues, outside, rows, query, ...report } of REPORTS) {
    const id = await store.add(tx, {
      ...report,
      ...schedule,
      weekdays: [...schedule.weekdays],
      query,
      params: {},
      filterLabels: [],
      ownerId: owner.id,
      nextAt: nextOccasion(schedule, now, zone),
      createdAt: new Date(now.getTime() - 40 * DAY_MS),
    })
    const people = await Promise.all(colleagues.map((email) => adminByEmail(tx, email)))
    const to: To[] = [
      ...people.flatMap((person) => (person ? [{ adminId: person.id }] : [])),
      ...outside.map((email) => ({ email })),
    ]
    await store.setRecipients(tx, id, to, now)
    const step = schedule.every === 'week' ? 7 * DAY_MS : DAY_MS
    const first = nextOccasion(schedule, new Date(now.getTime() - rows.length * step), zone)
    let occasion = first
    for (const [n, count] of rows.entries()) {
      const runId = (await store.addRun(tx, {
        reportId: id,
        kind: 'scheduled',
        occasion,
        missed: 0,
        createdAt: occasion,
      }))!
      for (const one of to) {
        const isDown = n === 0 && 'email' in one
        const sendingId = await store.addSending(tx, runId, one)
        await store.setSending(
          tx,
          sendingId,
          isDown
            ? { state: 'failed', message: 'The mail server is not answering' }
            : { state: 'sent', sentAt: occasion, rows: count, message: '' },
        )
      }
      occasion = nextOccasion(schedule, occasion, zone)
    }
  }
}
