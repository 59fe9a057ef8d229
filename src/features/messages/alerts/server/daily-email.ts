import { clockOf, dayOf } from '#contract/time.ts'
import { queueEmail } from '#features/messages/emails/server/public.ts'
import type { App } from '#server/app.ts'
import { peopleWithRights } from '#server/auth/people.ts'
import type { Db } from '#server/db/connect.ts'
import { DAILY_EMAIL } from './kinds.ts'
import { bool, number, query } from '#server/db/query.ts'

/**
 * Asks for each person's email of the day, once its time has come; a server that was away then does it later that day. What
 * stands in an email is taken with the same statement, so that it stands in one, whichever servers do this at once.
 */
export async function queueDailyEmails(tx: Db, { jobs, env }: App, now: Date): Promise<void> {
  if (clockOf(now, env.zone) < env.dailyEmailAt) return
  const day = dayOf(now, env.zone)
  const { rows } = await query(tx, { admin_id: number, is_read: bool })`
    update alert_deliveries set due_day = null,
      daily_email_day = case when read_at is null then ${day}::date end,
      emailed_at = case when read_at is null then ${now.toISOString()}::timestamptz else emailed_at end
    where due_day <= ${day} returning admin_id, read_at is not null as is_read`
  const wanted = new Set(rows.filter((row) => !row.is_read).map((row) => row.admin_id))
  if (!wanted.size) return
  for (const { id: adminId, email } of await peopleWithRights(tx))
    if (wanted.has(adminId))
      await queueEmail(tx, jobs, { kind: DAILY_EMAIL, recipient: email, params: { adminId, day } }, now)
}
