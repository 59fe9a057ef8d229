import { sql, type SQL } from 'drizzle-orm'
import type { Day } from '#contract/time.ts'
import type { Db } from '#server/db/connect.ts'
import { number, query } from '#server/db/query.ts'

/** Conditions of mismatches `m`: those that wait for somebody, those that somebody settled, and all. */
export const STATES = {
  open: sql`m.resolved_at is null and m.cleared_at is null`,
  resolved: sql`m.resolved_at is not null`,
  all: sql`true`,
} as const

/** How many mismatches of a day wait for somebody. */
export const openMismatches = (provider: string, day: SQL): SQL => sql`(
  select count(*)::int from reconciliation_mismatches m
  where m.day = ${day} and m.provider = ${provider} and ${STATES.open})`

export async function countOpen(db: Db, provider: string, day: Day): Promise<number> {
  const { rows } = await query(db, { open: number })`select ${openMismatches(provider, sql`${day}::date`)} as open`
  return rows[0]!.open
}

/** Whether what the provider has of a day is known: the day was compared, though not with an end each time since. */
export const isCompared = (provider: string, day: SQL): SQL => sql`(
  exists (select from reconciliations w where w.provider = ${provider} and w.day = ${day} and w.state = 'done')
  or exists (select from provider_transactions x where x.provider = ${provider} and x.day = ${day}))`
