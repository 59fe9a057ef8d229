import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoint.ts'
import { Banner } from './banner-contract.ts'
import { Promotion } from './contract.ts'

/** The landing page as it is and will be. */
export const landingPage = endpoints('landing-page', {
  board: {
    method: 'GET',
    path: '/landing-page',
    permission: 'promotions:read',
    summary: 'List current and planned content of the landing page, in order',
    reply: z.object({
      /** Those that are active and have not ended; null for whoever may not see hero banners. */
      banners: z.nullable(z.array(Banner)),
      /** Those that have a place on it, now or from their start on. */
      promotions: z.array(Promotion),
    }),
  },
})
