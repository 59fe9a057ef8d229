import { sql, type SQL } from 'drizzle-orm'

/** Changes of an account by which whoever makes them can sign in as it. */
const TAKES_OVER = ['admins.create', 'admins.edit', 'admins.inviteAgain', 'admins.resetFactors']

/**
 * Whether two accounts are one person's, as far as it can be told: they have one mailbox (what stands after a plus
 * sign aside), or one of them made or changed the other within the day before, or since. People of a cinema share its phone.
 * @param other the id of an account @param at since when, less a day
 */
export const areOfOnePerson = (one: number, other: SQL, at: SQL): SQL => sql`(
  exists (
    select from admins a join admins b on ${mailbox(sql`b.email`)} = ${mailbox(sql`a.email`)}
    where a.id = ${one} and b.id = ${other} and a.id <> b.id)
  or exists (
    select from audit_log l
    where l.entity = 'admin' and l.action = any(${sql.param(TAKES_OVER)}::text[])
      and l.at > ${at} - interval '24 hours'
      and ((l.entity_id = ${String(one)} and l.actor_id = ${other}) or (l.entity_id = ${other}::text and l.actor_id = ${one}))))`

const mailbox = (email: SQL) => sql`regexp_replace(lower(${email}), '[+][^@]*@', '@')`
