import * as z from 'zod/mini'

/** The body of every failure (decisions: The wire). `data` carries the current record of a stale save (409). */
export const Problem = z.object({
  status: z.int(),
  message: z.string(),
  /**
   * A step that the caller must take before repeating the call. `confirm`: re-authenticate. `factor`: set up two-factor
   * authentication. `approval`: send a reason to request approval.
   */
  code: z.optional(z.enum(['confirm', 'factor', 'approval'])),
  errors: z.optional(z.array(z.object({ field: z.optional(z.string()), message: z.string() }))),
  data: z.optional(z.unknown()),
})
export type Problem = z.infer<typeof Problem>
