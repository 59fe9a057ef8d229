import { sql, type SQL } from 'drizzle-orm'
import { lacksConsent } from '#features/kids-club/server/public.ts'
import { isSubscriber } from '#features/trade/server/public.ts'
import type { Db } from '#server/db/connect.ts'
import type { Audience } from '../rules.ts'

/** Whom a notification is for, and as of when. */
type Aim = { audience: Audience; email: string }

const inForce = (at: Date) => isSubscriber(sql`d.customer_id`, at.toISOString())

const conditions: Record<Audience, (email: string, at: Date) => SQL> = {
  // The one address, whoever has it: a person known to two sources is two customers.
  'TEST-USER': (email) => sql`d.customer_id in (
    select c.id from customers c where c.is_listed and lower(c.email) = lower(${email}))`,
  'ALL-USERS': () => sql`true`,
  'SUBSCRIBED-USERS': (_, at) => inForce(at),
  // All the others: also devices on which nobody is signed in.
  'UNSUBSCRIBED-USERS': (_, at) => sql`not ${inForce(at)}`,
}

/**
 * Of `push_devices d`, those of an audience, with those that are left out of every one (`isLeftOut`). Who was erased has
 * none that takes pushes.
 */
export const isOf = ({ audience, email }: Aim, at: Date): SQL => sql`d.removed_at is null
  and ${conditions[audience](email, at)}`

/** A child's, without their guardian's consent. */
export const isLeftOut = lacksConsent(sql`d.customer_id`)

export type AudienceCount = { devices: number; customers: number; leftOut: number }

/** How many devices of how many customers an audience has, and how many devices more are left out. */
export async function countAudience(db: Db, aim: Aim, at: Date): Promise<AudienceCount> {
  const { rows } = await db.execute<AudienceCount>(sql`
    select count(*) filter (where not x.is_left_out)::int as devices,
      count(distinct x.customer_id) filter (where not x.is_left_out)::int as customers,
      count(*) filter (where x.is_left_out)::int as "leftOut"
    from (select d.customer_id, ${isLeftOut} as is_left_out from push_devices d where ${isOf(aim, at)}) x`)
  return rows[0]!
}
