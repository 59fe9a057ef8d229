import type { PastVerb } from '#server/audit/summary.ts'
import { maskedEmail } from '#contract/email.ts'
import { filePhone } from '#contract/phone.ts'
import { truncate } from '#contract/characters.ts'
import { counted } from '#contract/counted.ts'
import type { Rights } from '#contract/permissions.ts'
import { showInstant } from '#contract/time.ts'
import { afterRow, sliceOf } from '#server/db/page.ts'
import { exportRows, inPages, type CsvColumn } from '#server/http/csv.ts'
import { handle } from '#server/http/handle.ts'
import { conflict, notFound, stale } from '#server/http/problem.ts'
import { limit } from '#server/http/rate-limit.ts'
import { VERSION } from '#server/version.ts'
import { errorLogs } from '../contract.ts'
import {
  messages,
  ORIGIN_LABELS,
  REPORTS_A_MINUTE,
  STACK_IN_LIST,
  STATE_LABELS,
  stateRefusal,
  type State,
} from '../rules.ts'
import { presenterFor } from './present.ts'
import {
  addReports,
  affectedBy,
  countAffected,
  countErrors,
  everyRelease,
  findError,
  FROM_BACK_OFFICE,
  lockError,
  newReportId,
  occurrencesOf,
  pageOfAffected,
  pageOfErrors,
  releasesOf,
  setState,
  type Affected,
  type Filter,
  type Stored,
} from './store.ts'

/** Few: each has its whole stack. */
const EXPORT_PAGE = 100
const EXPORT = 'error-logs.csv'
const CUSTOMERS_EXPORT = 'error-customers.csv'
const CUSTOMERS_PAGE = 2000
/** What somebody chooses among. */
const RELEASES = 100

const TEXTS: Record<State, { verb: PastVerb; message: string }> = {
  resolved: { verb: 'Resolved', message: messages.resolved },
  ignored: { verb: 'Ignored', message: messages.ignored },
  open: { verb: 'Reopened', message: messages.reopened },
}

const filterOf = (
  app: { env: { zone: string } },
  me: Rights,
  filters: Omit<Filter, 'zone' | 'seesCustomers'>,
): Filter => ({
  ...filters,
  zone: app.env.zone,
  seesCustomers: presenterFor(me).customers,
})

export const handlers = handle(errorLogs, {
  list: async ({ app, db, me, query: { page, perPage, ...filters } }) => {
    const filter = filterOf(app, me, filters)
    const [rows, totalCount] = await Promise.all([
      pageOfErrors(db, filter, { ...sliceOf({ page, perPage }), stack: STACK_IN_LIST }),
      countErrors(db, filter),
    ])
    return { errors: rows.map(presenterFor(me).whom), totalCount }
  },

  releases: async ({ db }) => ({ releases: await everyRelease(db, RELEASES) }),

  csv: async ({ db, me, query: { columns: choice, ...filters }, app, write }) => {
    const filter = filterOf(app, me, filters)
    const total = await countErrors(db, filter)
    const presenter = presenterFor(me)
    const rows = inPages<Stored>(async (after) =>
      (await pageOfErrors(db, filter, { limit: EXPORT_PAGE, after: afterRow(after) })).map(presenter.whom),
    )
    const columns = columnsOf(app.env.zone)
    return exportRows(write, { name: EXPORT, what: counted(total, 'error'), columns, choice, rows, total })
  },

  customersCsv: async ({ db, me, query: { columns: choice, error, ...filters }, app, write }) => {
    const of = { filter: filterOf(app, me, filters), error }
    const total = await countAffected(db, of)
    return exportRows(write, {
      name: CUSTOMERS_EXPORT,
      what: `${counted(total, 'affected customer')}`,
      columns: affectedColumns(app.env.zone),
      choice,
      rows: inPages<Affected>((after) => pageOfAffected(db, of, after?.id ?? 0, CUSTOMERS_PAGE)),
      total,
    })
  },

  fetch: async ({ db, me, params: { id } }) => {
    const error = await findError(db, id)
    if (!error) throw notFound('error')
    const [allReleases, affected] = await Promise.all([releasesOf(db, id), affectedBy(db, id)])
    const presenter = presenterFor(me)
    return {
      ...presenter.whom(error),
      allReleases,
      affected: presenter.customers
        ? affected
        : affected.map((one) => ({ ...one, name: '', email: maskedEmail(one.email) })),
    }
  },

  occurrences: async ({ db, me, params: { id }, query: { page, perPage } }) => {
    const error = await findError(db, id)
    if (!error) throw notFound('error')
    const rows = await occurrencesOf(db, id, sliceOf({ page, perPage }))
    return { occurrences: rows.map(presenterFor(me).whom), totalCount: error.storedCount }
  },

  setState: async ({ db, me, params: { id }, body: { state, version }, record, now, say }) => {
    await lockError(db, id)
    const before = await findError(db, id)
    if (!before) throw notFound('error')
    const presenter = presenterFor(me)
    if (version !== undefined && version !== before.version) throw stale(presenter.whom(before))
    const reason = stateRefusal(before.state, state)
    if (reason) throw conflict(reason, presenter.whom(before))
    await setState(db, id, state, me.name, now)
    const { verb, message } = TEXTS[state]
    await record({
      entity: 'error',
      id,
      summary: `${verb} an error: ${truncate(before.message, 200)}`,
      before: { state: before.state },
      after: { state },
    })
    say(message)
    return presenter.whom((await findError(db, id))!)
  },

  report: async ({ db, me, body, write, now }) => {
    await limit(db, `error-log:${me.sessionId}`, { max: REPORTS_A_MINUTE, seconds: 60 }, now)
    const report = {
      ...body,
      id: newReportId(),
      at: now.toISOString(),
      release: body.release || VERSION,
      channel: 'not_specified' as const,
      admin: me.id,
    }
    await write((writing) => addReports(writing.db, FROM_BACK_OFFICE, [report]))
  },
})

/** The screen's columns, and what its drawer has more. */
function columnsOf(zone: string): CsvColumn<Stored>[] {
  const at = (instant: string) => showInstant(instant, zone)
  return [
    { id: 'error', title: 'Error', cell: (row) => row.message },
    { id: 'component', title: 'Component', cell: (row) => row.component },
    { id: 'source', title: 'Source', cell: (row) => ORIGIN_LABELS[row.source] },
    { id: 'state', title: 'State', cell: (row) => STATE_LABELS[row.state] },
    { id: 'count', title: 'Count', cell: (row) => row.count },
    { id: 'customers', title: 'Customers', cell: (row) => row.customers },
    { id: 'releases', title: 'Releases', cell: (row) => row.releases.join(' ') },
    { id: 'newIn', title: 'New In', cell: (row) => row.newIn },
    { id: 'email', title: 'Email', cell: (row) => row.data.email },
    { id: 'userId', title: 'User ID', cell: (row) => row.data.meta.userId },
    { id: 'firstSeen', title: 'First Seen', cell: (row) => at(row.firstSeenAt) },
    { id: 'lastSeen', title: 'Last Seen', cell: (row) => at(row.lastSeenAt) },
    { id: 'stack', title: 'Error Stack', cell: (row) => row.errorStack },
  ]
}

const affectedColumns = (zone: string): CsvColumn<Affected>[] => [
  { id: 'userId', title: 'User ID', cell: (row) => row.id },
  { id: 'name', title: 'Name', cell: (row) => row.name },
  { id: 'email', title: 'Email', cell: (row) => row.email },
  { id: 'phone', title: 'Phone', cell: (row) => row.phone && filePhone(row.phone) },
  { id: 'errors', title: 'Errors', cell: (row) => row.errors },
  { id: 'count', title: 'Times', cell: (row) => row.count },
  { id: 'lastSeen', title: 'Last Seen', cell: (row) => showInstant(row.lastSeenAt, zone) },
]
