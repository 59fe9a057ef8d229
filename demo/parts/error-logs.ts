import { rngOf } from '#demo/random.ts'
import { sql } from 'drizzle-orm'
import type { Demo } from '#server/demo.ts'
import type { Db } from '#server/db/connect.ts'
import type { State } from '#features/operations/error-logs/rules.ts'
import { addReports, FROM_BACK_OFFICE, FROM_SERVER } from '#features/operations/error-logs/server/store.ts'
import { number, query } from '#server/db/query.ts'

type Fault = {
  from: typeof FROM_SERVER | typeof FROM_BACK_OFFICE
  message: string
  component: string
  stack: string
  /** How often, over how many days until how many days ago. */
  count: number
  days: number
  ago: number
  releases: string[]
  state?: State
  page?: string
}

const FAULTS: Fault[] = [
  {
    from: FROM_SERVER,
    message: 'The point of sale answered 502',
    component: 'job cinemas.sync-schedule',
    stack:
      'IntegrationError: The point of sale answered 502\n    at ask (src/server/integrations/vendor.ts:84:11)\n    at sessionsOf (src/server/integrations/pos/vista.ts:131:18)\n    at runPart (src/features/programming/cinemas/server/sync.ts:77:24)',
    count: 41,
    days: 20,
    ago: 0.1,
    releases: ['0.1.0', '0.0.9'],
  },
  {
    from: FROM_SERVER,
    message: 'Failed query: select sum(kobo) from sales_days where day between $1 and $2',
    component: 'GET /api/analytics/sales-and-revenue-breakdown',
    stack:
      'Error: Failed query\n    at execute (src/server/db/connect.ts:51:9)\n    at breakdown (src/features/insights/analytics/server/sales.ts:40:20)\nCaused by error: canceling statement due to statement timeout',
    count: 6,
    days: 3,
    ago: 1.4,
    releases: ['0.1.0'],
  },
  {
    from: FROM_SERVER,
    message: 'ETIMEDOUT: the mail server did not answer',
    component: 'job mail.send',
    stack: 'Error: ETIMEDOUT\n    at send (src/server/integrations/mail/smtp.ts:58:15)',
    count: 23,
    days: 12,
    ago: 9,
    releases: ['0.0.9'],
    state: 'resolved',
  },
  {
    from: FROM_BACK_OFFICE,
    message: "TypeError: Cannot read properties of null (reading 'poster')",
    component: 'MoviePreview',
    stack:
      "TypeError: Cannot read properties of null (reading 'poster')\n    at MoviePreview (https://office.marquee.example/assets/MovieForm-Bq3kT0aZ.js:3:8812)\n    at Page (https://office.marquee.example/assets/app-C1xw9Pq2.js:1:20411)",
    page: '/dashboard/movies/edit/HO00004711',
    count: 9,
    days: 6,
    ago: 0.6,
    releases: ['0.1.0', '0.0.9'],
  },
  {
    from: FROM_BACK_OFFICE,
    message: 'RangeError: Invalid time value',
    component: 'ScheduleDialog',
    stack:
      'RangeError: Invalid time value\n    at toISOString (native:1:1)\n    at ScheduleDialog (https://office.marquee.example/assets/SendPage-Dk2m5XyA.js:2:1931)',
    page: '/dashboard/notifications/send',
    count: 3,
    days: 2,
    ago: 4,
    releases: ['0.1.0'],
    state: 'ignored',
  },
]

const DAY_MS = 24 * 3_600_000

/** The server's and the back office's own errors, one that was resolved, one that nobody minds; the shop's come with its trade. */
export async function demo(tx: Db, { now, seed }: Demo): Promise<void> {
  const admins = await query(tx, { id: number })`select id from admins where deleted_at is null order by id limit 2`
  for (const [index, fault] of FAULTS.entries()) {
    const rng = rngOf(`faults ${seed} ${index}`)
    const { from, message, component, stack, page = '', count, days, ago, releases } = fault
    const reports = Array.from({ length: count }, (_, n) => {
      const back = ago + (n / count) * days + (n ? rng.range(0, 0.1) : 0)
      return {
        id: `demo-${index}-${n}`,
        at: new Date(now.getTime() - back * DAY_MS).toISOString(),
        message,
        stack,
        component,
        page,
        release: releases[Math.floor((n / count) * releases.length)]!,
        channel: 'not_specified' as const,
        admin: page ? (admins.rows[n % Math.max(1, admins.rows.length)]?.id ?? null) : null,
      }
    })
    await addReports(tx, from, reports)
    if (fault.state)
      await tx.execute(sql`
        update errors set state = ${fault.state}, state_at = last_seen_at + interval '1 hour', state_by = 'Adaeze Okafor',
          version = version + 1
        where last_report_id in (select id from error_reports where external_id = ${`demo-${index}-0`})`)
  }
}
