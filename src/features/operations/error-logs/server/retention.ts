import { sql } from 'drizzle-orm'
import { retentionOf, type Retention } from '#server/retention.ts'
import { number, query } from '#server/db/query.ts'

/** Errors that did not happen again, with all that belongs to them. One that just happens again is left. */
const oldErrors: Retention = {
  name: 'errors',
  before: retentionOf('errors'),
  forget: async (db, before, limit) => {
    const { rowCount } = await db.execute(sql`
      with old as materialized (
        select id from errors where last_seen_at < ${before.toISOString()} order by last_seen_at
        limit ${limit} for update skip locked
      ), of_customers as (delete from error_customers where error_id in (select id from old)),
      of_releases as (delete from error_releases where error_id in (select id from old))
      delete from errors where id in (select id from old)`)
    return rowCount ?? 0
  },
}

/**
 * Each time one happened, in the order in which they were told: of the first so many those that are old. An error that
 * goes on keeps its count. What is told again after that is counted again.
 */
const oldReports: Retention = {
  name: 'occurrences of errors',
  before: retentionOf('errors'),
  forget: async (db, before, limit) => {
    const { rows } = await query(db, { n: number })`
      with first as materialized (
        select id, at, fingerprint from error_reports order by id limit ${limit}
      ), gone as (
        delete from error_reports r using first
        where r.id = first.id and first.at < ${before.toISOString()} and first.fingerprint is not null
        returning r.fingerprint, r.is_pruned
      ), counted as (
        update errors e set stored_count = e.stored_count - g.n
        from (select fingerprint, count(*) as n from gone where not is_pruned group by fingerprint order by fingerprint) g
        where e.fingerprint = g.fingerprint
      )
      select count(*)::int as n from gone`
    return rows[0]!.n
  },
}

export const retention = [oldErrors, oldReports]
