/** Whom something that people are told of, or asked about, is for: those who may do what it takes, where it belongs. */
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

/** Of each record the cinemas that it belongs to, any of which will do; null: the whole chain. */
export type Cinemas = readonly (readonly string[])[] | null
export type Audience = { permission: readonly string[]; cinemas: Cinemas }

/** Whether somebody is among them, as their rights are now. */
export function isAmong(me: Rights, { permission, cinemas }: Audience): boolean {
  if (permission.every((one) => hasForAll(me, one))) return true
  if (!cinemas?.length) return false
  const at = (cinema: string) => permission.every((one) => hasForAll(me, one) || cinemasWith(me, one).includes(cinema))
  return cinemas.every((those) => those.some(at))
}

/** What an audience can ask for; everything ('*') is asked of whoever gives it away. */
const ASKABLE = ['session', 'person', 'superadmin', '*', ...permissions]
const hasForAll = (me: Rights, one: string): boolean =>
  one === '*'
    ? !isProgram(me) && (isSuperadmin(me.userType) || me.permissions.includes('*'))
    : !refusal(withChainRights(me), one)

/** The cinemas of the roles that allow it. */
const cinemasWith = ({ cinemaRoles = [] }: Rights, one: string): string[] =>
  one === '*' || canBeAtCinemas(one)
    ? cinemaRoles
        .filter(({ permissions: its }) => (one === '*' ? its.includes('*') : allows(its, one)))
        .flatMap(({ cinemas }) => cinemas)
    : []

/** The same in a query, of rows with such columns. */
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
