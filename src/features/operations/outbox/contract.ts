import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'
import { Instant, paging, TABLE_ROWS } from '#contract/atoms.ts'

/** Mail that the embedded implementation stored instead of sending it. */
export const outbox = endpoints('outbox', {
  list: {
    method: 'GET',
    path: '/outbox',
    permission: 'superadmin',
    summary:
      'The emails of the demo, newest first; 404 unless the demo runs on a loopback address with the embedded mail',
    allowReplica: true,
    query: z.object(paging(TABLE_ROWS)),
    reply: z.object({
      emails: z.array(
        z.object({
          id: z.int(),
          at: Instant,
          to: z.string(),
          subject: z.string(),
          text: z.string(),
          /** What its page is asked for by; null where there is none. */
          key: z.nullable(z.uuid()),
          state: z.enum(['sent', 'bounced']),
        }),
      ),
      totalCount: z.int(),
    }),
  },
  html: {
    method: 'GET',
    path: '/outbox/{key}/html',
    permission: 'public',
    summary:
      'A mail of the demo as the page that a mail program shows, by the key that the list has; 404 where the list is',
    params: z.object({ key: z.uuid('There is no such mail') }),
    stream: 'text/html',
  },
})
