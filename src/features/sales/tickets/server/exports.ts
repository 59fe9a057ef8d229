import { counted } from '#contract/counted.ts'
import type { AuditSummary } from '#server/audit/summary.ts'
import { Readable } from 'node:stream'
import { exportLists } from '#server/http/csv.ts'
import type { Context, Streamed } from '#server/http/handle.ts'
import type { tickets } from '../contract.ts'
import { cellsIn } from './rows.ts'
import { copiedLog, completeLog } from './store.ts'

const FILE = 'ticket-logs.csv'

const howMany = (lines: number | undefined) => (lines === undefined ? 'many rows' : counted(lines, 'row'))

export async function exportLog({ app, db, query, write }: Context<typeof tickets.csv>): Promise<Streamed> {
  const { columns: choice, ...filter } = query
  const rows = await copiedLog(db, { ...filter, zone: app.env.dayZone })
  const what = `${howMany(rows.total)} of the ticket log`
  return exportLists(write, db, { name: FILE, what, columns: cellsIn(app.env.zone), choice, lists: [rows] })
}

/** The whole log as one JSON list, for programs that ask for no page of it: it is sent as it is read. */
export async function streamLog({ app, db, query, write }: Context<typeof tickets.breakdown>): Promise<Streamed> {
  const { page: _, perPage: __, ...filter } = query
  const { total, pages } = await completeLog(db, { ...filter, zone: app.env.dayZone })
  const summary: AuditSummary = `Exported ${howMany(total)} of the ticket log`
  await write(({ record }) => record({ entity: 'export', id: 'ticket-breakdown', summary }))
  const text = async function* () {
    yield '{"data":['
    let comma = ''
    for await (const rows of pages) {
      yield comma + rows.map(({ key: __, ...row }) => JSON.stringify(row)).join(',')
      comma = ','
    }
    yield ']}'
  }
  return { stream: Readable.from(text(), { objectMode: false }) }
}
