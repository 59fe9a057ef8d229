import * as z from 'zod/mini'
import { Instant } from '#contract/atoms.ts'

/** Redeemed tickets of a purchase, with the time of the last; null: none reported. */
export const Redeemed = z.object({ tickets: z.int(), at: z.nullable(Instant) })
export type Redeemed = z.infer<typeof Redeemed>
