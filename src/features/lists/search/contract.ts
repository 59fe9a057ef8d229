import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'
import { text } from '#contract/atoms.ts'

/** The command palette's search over the records that the caller may read. */
export const search = endpoints('search', {
  find: {
    method: 'GET',
    path: '/search',
    permission: 'session',
    summary: 'Records of every area by a part of their name',
    allowReplica: true,
    query: z.object({ query: text(100, 'Type something to search for') }),
    reply: z.array(z.object({ kind: z.string(), id: z.string(), title: z.string(), subtitle: z.string() })),
  },
})
