import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'
import { text } from '#contract/atoms.ts'

/** The command palette's search over the records that the caller may read. */
export const search = endpoints('search', {
  find: {
    method: 'GET',
    path: '/search',
    permission: 'session',
    summary: 'Search records of all areas by part of their name',
    allowReplica: true,
    query: z.object({ query: text(100, 'Enter a search term') }),
    reply: z.array(z.object({ kind: z.string(), id: z.string(), title: z.string(), subtitle: z.string() })),
  },
})
