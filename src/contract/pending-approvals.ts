import * as z from 'zod/mini'
import { endpoints } from './endpoint.ts'

/** The one call of approvals that every screen makes, in its sidebar: it comes without the others and their rules. */
export const pending = endpoints('approvals', {
  pending: {
    method: 'GET',
    path: '/approvals/pending',
    permission: 'session',
    summary: 'How many proposals wait for the caller',
    reply: z.object({ count: z.int() }),
  },
})
