import * as z from 'zod/mini'
import { ColumnChoice, PageNumber, paging, SearchTerm } from '#contract/atoms.ts'
import { endpoints } from '#contract/endpoint.ts'
import { days, textChoice, yesNo } from '#contract/filter.ts'
import { EventRow } from './contract.ts'
import { PAGE, WHEN } from './rules.ts'

const filter = {
  search: SearchTerm,
  when: z.optional(z.enum(WHEN, `when is one of ${WHEN.join(', ')}`)),
  cinema_id: textChoice(40),
  /** Days that staff typed. */
  date: days(),
  /** Whether it has any. */
  concession: yesNo('concession'),
}

/** The list of events (operations 7, Events): a form does without it. */
export const eventList = endpoints('events', {
  list: {
    method: 'GET',
    path: '/events/admin',
    permission: 'events:read',
    summary: 'List events: upcoming ones soonest first, then past ones latest first',
    allowReplica: true,
    query: z.object({ pageNo: z._default(PageNumber, 1), pageSize: paging(PAGE).perPage, ...filter }),
    reply: z.array(EventRow),
  },
  count: {
    method: 'GET',
    path: '/events/admin/count',
    permission: 'events:read',
    summary: 'Count the events of the list',
    allowReplica: true,
    query: z.object(filter),
    reply: z.object({ totalCount: z.int() }),
  },
  csv: {
    method: 'GET',
    path: '/events/admin.csv',
    permission: 'events:export',
    summary: 'Export the list of events as CSV (payment-logs.csv)',
    allowReplica: true,
    query: z.object({ ...filter, columns: ColumnChoice }),
    stream: 'text/csv',
  },
})
