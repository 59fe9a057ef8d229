import { counted } from '#contract/counted.ts'
import { showInstant } from '#contract/time.ts'
import { chosenColumns, csvReply, type CsvColumn } from '#server/http/csv.ts'
import type { Context } from '#server/http/handle.ts'
import type { feed, KeptLine } from '../contract.ts'
import { GUARD_LABELS, KEPT_LABELS, SCOPE_LABELS } from '../rules.ts'
import { countLines, pageOfLines } from './store.ts'

const PAGE = 500
const EXPORT = 'incoming-data.csv'

/** The lines that do not count as a file; nobody's name is in it. */
export async function exportLines({
  db,
  query: { columns: chosen, ...asked },
  app,
  write,
}: Context<typeof feed.linesCsv>) {
  const filter = { ...asked, zone: app.env.zone }
  const total = await countLines(db, filter)
  await write(({ record }) =>
    record({ entity: 'export', id: EXPORT, summary: `Exported ${counted(total, 'line')} that do not count` }),
  )
  async function* pages() {
    for (let offset = 0; ; offset += PAGE) {
      const lines = await pageOfLines(db, filter, { limit: PAGE, offset })
      if (lines.length) yield lines
      if (lines.length < PAGE) return
    }
  }
  return csvReply(EXPORT, chosenColumns(columnsOf(app.env.zone), chosen), pages(), total)
}

const columnsOf = (zone: string): CsvColumn<KeptLine>[] => [
  { id: 'line', title: 'Id', cell: (line) => line.external_id },
  { id: 'stream', title: 'Stream', cell: ({ stream }) => SCOPE_LABELS[stream].label },
  { id: 'source', title: 'Source', cell: ({ source }) => source },
  { id: 'key', title: 'Key', cell: ({ key }) => key ?? '' },
  { id: 'purchase', title: 'Purchase', cell: (line) => line.purchase_id ?? '' },
  { id: 'amount', title: 'Amount', cell: ({ amount }) => amount.toFixed(2) },
  { id: 'since', title: 'Since', cell: ({ since }) => showInstant(since, zone) },
  { id: 'state', title: 'State', cell: ({ state }) => KEPT_LABELS[state] },
  { id: 'guard', title: 'Kind', cell: ({ guard }) => (guard ? GUARD_LABELS[guard] : '') },
  { id: 'reason', title: 'Reason', cell: ({ reason }) => reason ?? '' },
  { id: 'note', title: 'Rejected because', cell: ({ note }) => note },
]
