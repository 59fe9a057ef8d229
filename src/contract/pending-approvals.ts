import * as z from 'zod/mini'
import { endpoints } from './endpoint.ts'

/** The approvals call of the sidebar. It is separate, so that screens do not load the other calls and their rules. */
export const pending = endpoints('approvals', {
  pending: {
    method: 'GET',
    path: '/approvals/pending',
    permission: 'session',
    summary: 'Count approval requests that wait for the caller',
    reply: z.object({ count: z.int() }),
  },
})
