import { Readable } from 'node:stream'
import { showInstant } from '#contract/time.ts'
import { chosenColumns, csvReply, type CsvColumn } from '#server/http/csv.ts'
import type { Context, Streamed } from '#server/http/handle.ts'
import type { TicketLogEntry, tickets } from '../contract.ts'
import { CHANNELS, REFUNDS } from '../rules.ts'
import { wholeLog } from './store.ts'

const FILE = 'ticket-logs.csv'

/** Operations 2, Logs: the columns of the screen, and what it shows beside them. */
const columnsIn = (zone: string): CsvColumn<TicketLogEntry>[] => [
  { id: 'purchasDate', title: 'Date Purchased', cell: (row) => showInstant(row.purchasDate, zone) },
  { id: 'customer_name', title: 'Name', cell: (row) => row.customer_name },
  { id: 'customerEmail', title: 'Email', cell: (row) => row.customerEmail },
  { id: 'ticketType', title: 'Ticket Type', cell: (row) => row.ticketType },
  { id: 'movieName', title: 'Movie Title', cell: (row) => row.movieName },
  { id: 'fwTransactionRef', title: 'Transaction ID', cell: (row) => row.fwTransactionRef },
  { id: 'cinema', title: 'Cinema', cell: (row) => row.cinema },
  { id: 'quantity', title: 'Tickets', cell: (row) => row.quantity },
  { id: 'amount', title: 'Amount', cell: (row) => row.amount.toFixed(2) },
  { id: 'show_at', title: 'Show', cell: (row) => row.show_at && showInstant(row.show_at, zone) },
  { id: 'channel', title: 'Channel', cell: (row) => CHANNELS[row.channel] },
  { id: 'refund', title: 'Refund', cell: (row) => REFUNDS[row.refund] },
]

const howMany = (lines: number | undefined) => (lines === undefined ? 'a great part' : `${lines} lines`)

export async function exportLog({ app, db, query, write }: Context<typeof tickets.csv>): Promise<Streamed> {
  const { columns: choice, ...filter } = query
  const { zone } = app.env
  const columns = chosenColumns(columnsIn(zone), choice)
  const { total, pages } = await wholeLog(db, { ...filter, zone })
  const summary = `Exported ${howMany(total)} of the ticket log`
  await write(({ record }) => record({ entity: 'export', id: FILE, summary }))
  return csvReply(FILE, columns, pages, total)
}

/** The whole log as one JSON list, for programs that ask for no page of it: it is sent as it is read. */
export async function streamLog({ app, db, query, write }: Context<typeof tickets.breakdown>): Promise<Streamed> {
  const { page: _, perPage: __, ...filter } = query
  const { total, pages } = await wholeLog(db, { ...filter, zone: app.env.zone })
  const summary = `Read ${howMany(total)} of the ticket log`
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
