/** The audience of an alert or an approval request: people with its permissions where its records belong. */
import { sql, type SQL } from 'drizzle-orm'
import {
  allows,
  canBeAtCinemas,
  withChainRights,
  isProgram,
  isSuperadmin,
  permissions,
  refusal,
  type Rights,
} from '#contract/permissions.ts'
import { listOf } from '../db/rows.ts'

/** The cinemas of each record: one of them is enough; null: all cinemas. */
export type Cinemas = readonly (readonly string[])[] | null
export type Audience = { permission: readonly string[]; cinemas: Cinemas }

/** Checks whether a person is in the audience, with their current permissions. */
export function isAmong(me: Rights, { permission, cinemas }: Audience): boolean {
  if (permission.every((one) => hasForAll(me, one))) return true
  if (!cinemas?.length) return false
  const at = (cinema: string) => permission.every((one) => hasForAll(me, one) || cinemasWith(me, one).includes(cinema))
  return cinemas.every((those) => those.some(at))
}

/** Permissions that an audience can require; '*' for requests that give it to someone. */
const ASKABLE = ['session', 'person', 'superadmin', '*', ...permissions]
const hasForAll = (me: Rights, one: string): boolean =>
  one === '*'
    ? !isProgram(me) && (isSuperadmin(me.userType) || me.permissions.includes('*'))
    : !refusal(withChainRights(me), one)

/** Returns the cinemas of the roles with a permission. */
const cinemasWith = ({ cinemaRoles = [] }: Rights, one: string): string[] =>
  one === '*' || canBeAtCinemas(one)
    ? cinemaRoles
        .filter(({ permissions: its }) => (one === '*' ? its.includes('*') : allows(its, one)))
        .flatMap(({ cinemas }) => cinemas)
    : []

/** Makes the condition of the audience for rows with its columns. */
export function areAmong(me: Rights, { permission, cinemas }: { permission: SQL; cinemas: SQL }): SQL {
  if (!isProgram(me) && isSuperadmin(me.userType)) return sql`true`
  const forAll = listOf(
    ASKABLE.filter((one) => hasForAll(me, one)),
    'text',
  )
  if (!me.cinemaRoles?.length) return sql`${permission} <@ ${forAll}`
  const at = Object.fromEntries(ASKABLE.map((one) => [one, cinemasWith(me, one)]).filter(([, those]) => those!.length))
  return sql`(${permission} <@ ${forAll} or jsonb_array_length(${cinemas}) > 0 and not exists (
    select from jsonb_array_elements(${cinemas}) as record(those)
    where not exists (
      select from jsonb_array_elements_text(record.those) as own(cinema)
      where not exists (
        select from unnest(${permission}) as asked(one)
        where not asked.one = any(${forAll}) and not coalesce(${JSON.stringify(at)}::jsonb -> asked.one ? own.cinema, false)))))`
}
