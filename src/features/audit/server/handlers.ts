import { counted } from '#contract/counted.ts'
import { unmarked } from '#contract/isolate.ts'
import { dayOf } from '#contract/time.ts'
import { cutOf } from '#server/db/page.ts'
import { csvReply, inPages } from '#server/http/csv.ts'
import { handle } from '#server/http/handle.ts'
import { audit, type AuditLine } from '../contract.ts'
import { hiddenFrom, saidTo, seenBy, whyHidden } from '../rules.ts'
import { countLines, exportedLines, filterOf, pageOfLines, peopleInLog, type ExportedLine } from './store.ts'

const EXPORT_PAGE = 2000

export const handlers = handle(audit, {
  list: async ({ db, query, app, me }) => {
    const filter = await filterOf(db, { ...query, zone: app.env.zone, hidden: hiddenFrom(me) })
    const [lines, totalCount] = await Promise.all([pageOfLines(db, filter, cutOf(query)), countLines(db, filter)])
    const seen = (line: AuditLine) => ({
      ...line,
      actor: saidTo(me, line.entity, line.actor),
      summary: saidTo(me, line.entity, line.summary),
      before: seenBy(me, line.entity, line.before),
      after: seenBy(me, line.entity, line.after),
    })
    return { lines: lines.map(seen), totalCount }
  },

  people: async ({ db }) => ({ people: await peopleInLog(db) }),

  csv: async ({ db, query, app, me, now, write }) => {
    const { zone } = app.env
    const filter = await filterOf(db, { ...query, zone, hidden: hiddenFrom(me) })
    const total = await countLines(db, filter)
    const seen = (entity: string, record: string | null) =>
      record && whyHidden(me, entity) ? JSON.stringify(seenBy(me, entity, JSON.parse(record))) : record
    const said = (entity: string, sentence: string) => unmarked(saidTo(me, entity, sentence))
    await write(({ record }) =>
      record({ entity: 'export', id: 'audit-log.csv', summary: `Exported ${counted(total, 'audit line')}` }),
    )
    return csvReply(
      `audit-log-${dayOf(now, zone)}.csv`,
      [
        { id: 'at', title: 'When', cell: (line) => line.at },
        { id: 'actor', title: 'Who', cell: (line) => said(line.entity, line.actor) },
        { id: 'action', title: 'Action', cell: (line) => line.action },
        { id: 'record', title: 'Record', cell: (line) => line.entity },
        { id: 'record_id', title: 'Record ID', cell: (line) => line.entity_id },
        { id: 'summary', title: 'Summary', cell: (line) => said(line.entity, line.summary) },
        { id: 'before', title: 'Before', cell: (line) => seen(line.entity, line.before) },
        { id: 'after', title: 'After', cell: (line) => seen(line.entity, line.after) },
      ],
      inPages<ExportedLine>((after) => exportedLines(db, filter, { limit: EXPORT_PAGE, after })),
      total,
    )
  },
})
