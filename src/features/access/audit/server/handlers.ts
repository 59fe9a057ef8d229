import { counted } from '#contract/counted.ts'
import { dayOf } from '#contract/time.ts'
import { sliceOf } from '#server/db/page.ts'
import { exportLists } from '#server/http/csv.ts'
import { isScoped } from '#server/db/scoped.ts'
import { handle } from '#server/http/handle.ts'
import { notFound } from '#server/http/problem.ts'
import { audit, type AuditLine } from '../contract.ts'
import { hiddenFrom, summaryFor, recordFor, withoutPerson } from '../rules.ts'
import { recordThen } from '../record-rules.ts'
import { columnsFor, everyLine } from './file.ts'
import { filterOf, findLine, linesOfRecord, pageOfLog, peopleInLog } from './store.ts'

export const handlers = handle(audit, {
  list: async ({ db, query, app, me }) => {
    const filter = await filterOf(db, { ...query, zone: app.env.zone, hidden: hiddenFrom(me) })
    const { lines, totalCount, isTruncated } = await pageOfLog(db, filter, sliceOf(query))
    const seen = (line: AuditLine) => ({
      ...line,
      actor: summaryFor(me, line.entity, line.actor),
      summary: summaryFor(me, line.entity, line.summary),
      before: recordFor(me, line.entity, line.before),
      after: recordFor(me, line.entity, line.after),
    })
    return { lines: lines.map(seen), totalCount, isTruncated }
  },

  record: async ({ db, me, params: { id } }) => {
    const line = await findLine(db, id)
    if (!line) throw notFound('audit log entry')
    const { lines, isTruncated } = await linesOfRecord(db, line)
    const { state, fields } = recordThen(line.entity, lines, id)
    const seen = Object.entries(fields).map(([field, { value, at, actor }]) => ({
      field,
      value: (recordFor(me, line.entity, { [field]: value }) as Record<string, unknown>)[field] ?? null,
      at,
      actor: actor && summaryFor(me, line.entity, actor),
    }))
    return { state, fields: seen, isPartial: isTruncated || isScoped(db) }
  },

  people: async ({ db }) => ({ people: await peopleInLog(db) }),

  csv: async ({ db, query, app, me, now, write }) => {
    const { zone } = app.env
    const filter = await filterOf(db, { ...query, zone, hidden: hiddenFrom(me) })
    const lines = await everyLine(db, filter)
    const masked = (record: string) => JSON.stringify(withoutPerson(JSON.parse(record)))
    return exportLists(write, db, {
      name: `audit-log-${dayOf(now, zone)}.csv`,
      recordedAs: { entity: 'export', id: 'audit-log.csv' },
      what: counted(lines.total!, 'audit log entry', 'audit log entries'),
      columns: columnsFor(zone, filter.hidden, masked),
      lists: [lines],
    })
  },
})
