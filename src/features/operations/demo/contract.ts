import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'

export const demo = endpoints('demo', {
  progress: {
    method: 'GET',
    path: '/demo/progress',
    permission: 'session',
    summary: "How much of the demo chain's trade is loaded; null when it all is, or there is no demo",
    reply: z.object({ percent: z.nullable(z.int()) }),
  },
})
