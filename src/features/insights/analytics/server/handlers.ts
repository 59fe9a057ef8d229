import { scopeOf, refusal, refusalWherever, type Permission } from '#contract/permissions.ts'
import { dayOf } from '#contract/time.ts'
import { principalNow } from '#server/auth/authenticate.ts'
import { namesOfChosen } from '#features/programming/cinemas/server/public.ts'
import { maskedEmail } from '#contract/email.ts'
import type { App } from '#server/app.ts'
import type { Db } from '#server/db/connect.ts'
import { handle } from '#server/http/handle.ts'
import type { Principal } from '#server/http/principal.ts'
import { analytics } from '../contract.ts'
import { fullDay } from '../rules.ts'
import { byCinema, byTime } from './by-cinema.ts'
import {
  exportByCinema,
  exportByTime,
  exportChainChart,
  exportChart,
  exportChurn,
  exportCubes,
  exportOneTime,
  exportRedemption,
  exportSales,
  exportUsers,
} from './exports.ts'
import * as figures from './figures.ts'
import { liveOf } from './live.ts'

type Asking = { db: Db; app: App; now: Date }
const at = ({ db, app, now }: Asking): figures.At => ({
  db,
  now,
  zone: app.env.dayZone,
  clockZone: app.env.zone,
  weekBegins: app.env.weekBegins,
  today: dayOf(now, app.env.dayZone),
})
/** Of the cinemas that are chosen. */
async function there(asking: Asking & { query: { cinemas?: string[] | undefined } }): Promise<figures.At> {
  const { cinemas } = asking.query
  if (cinemas) await namesOfChosen(asking.db, cinemas)
  return { ...at(asking), cinemas }
}
/** The cinemas that somebody sees; undefined for all. */
const ownCinemas = (me: Principal) => {
  const scope = scopeOf(me, analytics.byCinema.permission)
  return scope === 'chain' ? undefined : scope
}
const yearOf = (date: string) => Number(date.slice(0, 4))

/** Who somebody is says whoever sees customers wherever they see these figures. */
const maskedFor = <P extends { customer_name: string; customer_email: string }>(
  me: Principal,
  seeing: Permission,
  purchases: readonly P[],
): P[] =>
  !refusalWherever(me, 'customers:read', seeing)
    ? [...purchases]
    : purchases.map((one) => ({ ...one, customer_name: '', customer_email: maskedEmail(one.customer_email) }))

export const handlers = handle(analytics, {
  salesAndRevenue: async (context) => figures.salesAndRevenue(await there(context), context.query),
  cubeRevenue: async (context) => figures.cubeRevenue(await there(context), context.query),
  churnRate: (context) => figures.churnRate(at(context), context.query),
  churnSummary: (context) => figures.churnSummary(at(context), context.query),
  redemptionRate: async (context) => figures.redemptionRate(await there(context), context.query),
  users: (context) => figures.users(at(context), context.query),
  ticketCount: async (context) => figures.ticketsByDay(await there(context), context.query, 'count'),
  ticketRevenue: async (context) => figures.ticketsByDay(await there(context), context.query, 'revenue'),
  monthlyRecurringRevenue: (context) =>
    figures.recurringRevenue(at(context), context.query.year, context.query.last_day),
  newSignups: (context) => figures.signups(at(context), context.query.year),
  subscriptionRedemption: (context) => figures.subscriptionRedemption(at(context), yearOf(context.query.date)),
  cancelledRecurringRevenue: (context) => figures.cancelledRevenue(at(context), context.query.year),
  subscribedConcessionPurchase: async (context) =>
    figures.concessionDiscounts(await there(context), context.query.year, context.query.last_day),
  dashboard: async (context) => figures.dashboard(await there(context)),
  byCinema: async (context) => byCinema(await there(context), context.query, ownCinemas(context.me)),
  byTime: async (context) => byTime(await there(context), context.query, ownCinemas(context.me)),
  oneTimePurchase: async (context) => {
    const { purchases, totalCount } = await figures.oneTimePurchases(await there(context), context.query)
    return { purchases: maskedFor(context.me, 'analytics:read', purchases), totalCount }
  },
  usersVisit: (context) => figures.visits(at(context), fullDay(context.query.date)!),
  conversionRate: (context) => figures.conversion(at(context), context.query),
  averageRedemption: async (context) =>
    figures.averageRedemption(await there(context), context.query.date, context.query.duration),
  customerChurnRate: (context) => figures.customerChurn(at(context), context.query.year),

  salesCsv: async (context) => exportSales(context, await there(context)),
  cubesCsv: async (context) => exportCubes(context, await there(context)),
  churnCsv: (context) => exportChurn(context, at(context)),
  redemptionCsv: async (context) => exportRedemption(context, await there(context)),
  usersCsv: (context) => exportUsers(context, at(context)),
  byCinemaCsv: async (context) => exportByCinema(context, await there(context), ownCinemas(context.me)),
  byTimeCsv: async (context) => exportByTime(context, await there(context), ownCinemas(context.me)),
  chartCsv: async (context) => exportChart(context, await there(context)),
  chainChartCsv: (context) => exportChainChart(context, at(context)),
  oneTimeCsv: async (context) =>
    exportOneTime(context, await there(context), (page) => maskedFor(context.me, 'analytics:export', page)),

  // A connection that stays open would hold up the closing of the server after its stream has ended.
  live: async ({ app, me }) => {
    const stream = await liveOf(app).open(async () => {
      return !refusal(await principalNow(app.db, me, app.clock.now(), app.env.zone), analytics.live.permission)
    })
    app.watch.metrics.listeners(1)
    stream.once('close', () => app.watch.metrics.listeners(-1))
    return { stream, headers: { 'x-accel-buffering': 'no', connection: 'close' } }
  },
})
