import { sql, type SQL } from 'drizzle-orm'

/** Changes of an account by which whoever makes them can sign in as it. */
export const TAKES_OVER = [
  'admins.create',
  'admins.edit',
  'admins.inviteAgain',
  'admins.resetFactors',
  'admins.allowProvider',
]

/** Who made or changed whose account since a day before: `by` (null of a program), `of`. Nobody takes over their own. */
const changedByOther = (at: SQL): SQL => sql`
  select l.actor_id as by, l.entity_id::integer as of from audit_log l
  where l.at > ${at} - interval '24 hours' and l.entity = 'admin' and l.action = any(${sql.param(TAKES_OVER)}::text[])
    and l.actor_id::text is distinct from l.entity_id`

/**
 * Whether one person may hold both accounts, as far as it can be told: they have one mailbox (what stands after a plus sign
 * aside); somebody else made or changed the one that decides within the day before, or since; or whoever decides made or
 * changed the other, or an account that did, and so on. People of a cinema share its phone.
 * @param one the id of the account that decides @param other that of the other @param at since when, less a day
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

/** The accounts that one person may hold who holds this one: those that it made or changed within a day, or that did so with it, and so on. */
export const accountsWith = (id: number, now: Date): SQL => sql`
  with recursive taken as materialized (${changedByOther(sql`${now.toISOString()}::timestamptz`)}), held as (
    select ${id}::integer as id
    union
    select case when t.by = held.id then t.of else t.by end
    from held join taken t on held.id in (t.by, t.of) where t.by is not null
  )
  select id from held`
