import * as z from 'zod/mini'

/** The body of every failure (decisions: The wire). `data` carries the current record of a stale save (409). */
export const Problem = z.object({
  status: z.int(),
  message: z.string(),
  /** What else is wanted before the same call can be made again: `confirm`, that the caller confirms who they are; `factor`, that they have a second one; `approval`, that they say why, so that a second person is asked. */
  code: z.optional(z.enum(['confirm', 'factor', 'approval'])),
  errors: z.optional(z.array(z.object({ field: z.optional(z.string()), message: z.string() }))),
  data: z.optional(z.unknown()),
})
export type Problem = z.infer<typeof Problem>
