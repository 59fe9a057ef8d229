import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'

export const demo = endpoints('demo', {
  progress: {
    method: 'GET',
    path: '/demo/progress',
    permission: 'session',
    summary: 'Get the loading progress of the demo chain; null when loaded or without a demo',
    reply: z.object({ percent: z.nullable(z.int()) }),
  },
})
