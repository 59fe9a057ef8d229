import * as z from 'zod/mini'
import { Instant } from '#contract/atoms.ts'

/** Of a purchase's tickets, how many were redeemed, and when the last of them: null while none was reported. */
export const Redeemed = z.object({ tickets: z.int(), at: z.nullable(Instant) })
export type Redeemed = z.infer<typeof Redeemed>
