import { TABLE_ROWS } from '#contract/atoms.ts'
import { asFile, handle } from '#server/http/handle.ts'
import { tickets } from '../contract.ts'
import { exportLog, streamLog } from './exports.ts'
import { purchaseOf } from './purchase.ts'
import { pageOfLog } from './store.ts'

export const handlers = handle(tickets, {
  breakdown: async (context) => {
    const { app, db, query } = context
    const { page, perPage, ...filter } = query
    if (page === undefined && perPage === undefined)
      return streamLog({ ...context, db: await asFile(context, tickets.csv) })
    return pageOfLog(db, { ...filter, zone: app.env.dayZone }, { page: page ?? 1, perPage: perPage ?? TABLE_ROWS })
  },
  csv: exportLog,
  purchase: ({ db, params }) => purchaseOf(db, params.id),
})
