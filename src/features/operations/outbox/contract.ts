import { errors } from '#contract/errors.ts'
import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'
import { Instant, paging, TABLE_ROWS } from '#contract/atoms.ts'

/** Mail that the embedded implementation stored instead of sending it. */
export const outbox = endpoints('outbox', {
  list: {
    method: 'GET',
    path: '/outbox',
    permission: 'superadmin',
    summary: 'List the demo’s emails, newest first. Available only on a local demo with embedded email.',
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
    summary: 'Get an email of the demo as a web page. Available where the list is.',
    params: z.object({ key: z.uuid(errors.notFound('email')) }),
    stream: 'text/html',
  },
})
