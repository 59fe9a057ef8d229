import { sql, type SQL } from 'drizzle-orm'

/** Changes of an account after which the person who made them can sign in as it. */
export const TAKES_OVER = [
  'admins.create',
  'admins.edit',
  'admins.inviteAgain',
  'admins.resetFactors',
  'admins.allowProvider',
]

/**
 * Accounts that another person made or changed since a day before: `by` (null for a program), `of`. No one takes over
 * their own account.
 */
const changedByOther = (at: SQL): SQL => sql`
  select l.actor_id as by, l.entity_id::integer as of from audit_log l
  where l.at > ${at} - interval '24 hours' and l.entity = 'admin' and l.action = any(${sql.param(TAKES_OVER)}::text[])
    and l.actor_id::text is distinct from l.entity_id`

/**
 * Checks whether one person may control both accounts. They share a mailbox (ignoring a plus suffix), or another person
 * made or changed the deciding account since the day before. Or the deciding account made or changed the other,
 * directly or through others. People of a cinema share its phone, so that phones do not count.
 * @param one id of the deciding account
 * @param other id of the other account
 * @param at the period begins a day before
 */
export const areOfOnePerson = (one: number, other: SQL, at: SQL): SQL => sql`(
  exists (
    select from admins a join admins b on ${mailbox(sql`b.email`)} = ${mailbox(sql`a.email`)}
    where a.id = ${one} and b.id = ${other} and a.id <> b.id)
  or exists (select from (${changedByOther(at)}) t where t.of = ${one})
  or ${one} in (
    with recursive taken as materialized (${changedByOther(at)}), held as (
      select (${other})::integer as id
      union
      select t.by from held join taken t on t.of = held.id where t.by is not null
    )
    select id from held where id is distinct from ${other}))`

const mailbox = (email: SQL) => sql`regexp_replace(lower(${email}), '[+][^@]*@', '@')`

/**
 * Accounts that the person of this one may control: those that it made or changed within a day, directly or through
 * others.
 */
export const accountsWith = (id: number, now: Date): SQL => sql`
  with recursive taken as materialized (${changedByOther(sql`${now.toISOString()}::timestamptz`)}), held as (
    select ${id}::integer as id
    union
    select case when t.by = held.id then t.of else t.by end
    from held join taken t on held.id in (t.by, t.of) where t.by is not null
  )
  select id from held`
