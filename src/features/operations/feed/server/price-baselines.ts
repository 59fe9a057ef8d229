import { sql } from 'drizzle-orm'
import { toKobo } from '#contract/money.ts'
import { addDays, dayOf } from '#contract/time.ts'
import { linesOfDays } from '#features/sales/trade/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import type { Job } from '#server/jobs/jobs.ts'
import { PRICE_BASELINE } from '../rules.ts'
import { number, query, text, type RowOf } from '#server/db/query.ts'

const mostRow = { quantity: number, unitKobo: number }
type Most = RowOf<typeof mostRow>
/** Returns the usual maximum of a purchase line. */
export type PriceBaseline = (cinema: string, channel: string, kind: string) => Most

const UNKNOWN: Most = { quantity: PRICE_BASELINE.unknown.quantity, unitKobo: toKobo(PRICE_BASELINE.unknown.amount) }

export async function priceBaselineAt(db: Db, cinemas: readonly string[]): Promise<PriceBaseline> {
  const { rows } = await query(db, { ...mostRow, cinema_id: text, channel: text, kind: text })`
    select cinema_id, channel, kind, quantity, unit_kobo as "unitKobo"
    from price_baselines where cinema_id = any(${listOf(['', ...cinemas], 'text')})`
  const known = new Map(rows.map((row) => [`${row.cinema_id} ${row.channel} ${row.kind}`, row]))
  return (cinema, channel, kind) => known.get(`${cinema} ${channel} ${kind}`) ?? UNKNOWN
}

/** Computes the usual maximums each night from the last weeks. */
export const updatePriceBaselines: Job = {
  name: 'feed.usual',
  schedule: '23 4 * * *',
  ofBusinessDay: true,
  run: async ({ db, env, clock }) => {
    const until = dayOf(clock.now(), env.dayZone)
    const { days, lines, times, least } = PRICE_BASELINE
    await db.transaction(async (tx) => {
      await tx.execute(sql`delete from price_baselines`)
      await tx.execute(sql`
        insert into price_baselines (cinema_id, channel, kind, lines, quantity, unit_kobo)
        select cinema_id, channel, kind, count(*),
          greatest(${least.quantity}, ${times} * percentile_disc(0.99) within group (order by quantity)),
          greatest(${toKobo(least.amount)}, ${times} * percentile_disc(0.99) within group (order by kobo / quantity))
        from ${linesOfDays(addDays(until, -days), until)} l
        group by 1, 2, 3 having count(*) >= ${lines}`)
    })
  },
}
