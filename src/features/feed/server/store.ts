import { sql } from 'drizzle-orm'
import { toKobo, toNaira } from '#contract/money.ts'
import type { Db } from '#server/db/connect.ts'
import { cutOf, type Paging } from '#server/db/page.ts'
import type { WaitingRefund } from '../contract.ts'

type WaitingRow = Omit<WaitingRefund, 'amount'> & { line: { lines: { amount: number }[] } }

export async function waitingRefunds(
  db: Db,
  paging: Paging,
): Promise<{ refunds: WaitingRefund[]; totalCount: number }> {
  const { limit, offset } = cutOf(paging)
  const counted = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from feed_waiting where stream = 'refunds'`)
  const { rows } = await db.execute<WaitingRow>(sql`
    select w.source, w.external_id as id, w.waits_for as purchase_id, w.since, w.reason, w.line,
      array(
        select k.name from feed_keys k
        where k.source = w.source and k.revoked_at is null and 'refunds' = any(k.streams) order by k.id
      ) as keys
    from feed_waiting w where w.stream = 'refunds'
    order by w.reason is null, w.since, w.source, w.external_id limit ${limit} offset ${offset}`)
  const refunds = rows.map(({ line, since, ...row }) => ({
    ...row,
    amount: toNaira(line.lines.reduce((sum, { amount }) => sum + toKobo(amount), 0)),
    since: new Date(since).toISOString(),
  }))
  return { refunds, totalCount: counted.rows[0]!.n }
}
