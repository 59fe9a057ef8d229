import { counted } from '#contract/counted.ts'
import { showInstant } from '#contract/time.ts'
import { exportRows, inPages, type CsvColumn } from '#server/http/csv.ts'
import type { Context } from '#server/http/handle.ts'
import type { feed, QuarantinedRecord } from '../contract.ts'
import { VALIDATION_RULE_LABELS, QUARANTINE_LABELS, SCOPE_LABELS } from '../rules.ts'
import { countRecords, pageOfRecords } from './store.ts'

const PAGE = 500
const EXPORT = 'incoming-data.csv'

/** Exports quarantined records, without personal data. */
export async function exportLines({
  db,
  query: { columns: choice, ...filters },
  app,
  write,
}: Context<typeof feed.recordsCsv>) {
  const filter = { ...filters, zone: app.env.zone }
  const total = await countRecords(db, filter)
  return exportRows(write, {
    name: EXPORT,
    what: `${counted(total, 'quarantined record')}`,
    columns: columnsOf(app.env.zone),
    choice,
    rows: inPages<QuarantinedRecord>((_, offset) => pageOfRecords(db, filter, { limit: PAGE, offset })),
    total,
  })
}

const columnsOf = (zone: string): CsvColumn<QuarantinedRecord>[] => [
  { id: 'line', title: 'Id', cell: (line) => line.external_id },
  { id: 'record_type', title: 'Record type', cell: ({ record_type: recordType }) => SCOPE_LABELS[recordType].label },
  { id: 'source', title: 'Source', cell: ({ source }) => source },
  { id: 'key', title: 'Key', cell: ({ key }) => key ?? '' },
  { id: 'purchase', title: 'Purchase', cell: (line) => line.purchase_id ?? '' },
  { id: 'amount', title: 'Amount', cell: ({ amount }) => amount.toFixed(2) },
  { id: 'since', title: 'Since', cell: ({ since }) => showInstant(since, zone) },
  { id: 'state', title: 'State', cell: ({ state }) => QUARANTINE_LABELS[state] },
  { id: 'rule', title: 'Kind', cell: ({ rule }) => (rule ? VALIDATION_RULE_LABELS[rule] : '') },
  { id: 'reason', title: 'Reason', cell: ({ reason }) => reason ?? '' },
  { id: 'note', title: 'Rejected because', cell: ({ note }) => note },
]
