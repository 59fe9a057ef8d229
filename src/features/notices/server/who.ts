/**
 * Whom a notice is for, in the one place that decides it: those who may do what it asks for, as they may now. It is asked
 * when notices are delivered, when a letter is written and whenever notices are read, so that a right that was taken away counts
 * at once. It takes a role for all cinemas: every kind there is concerns the whole chain.
 */
import { sql, type SQL } from 'drizzle-orm'
import { forWholeChain, permissions, refusal, type Rights } from '#contract/permissions.ts'
import { listOf } from '#server/db/rows.ts'

type Asks = { may: readonly string[]; cinemaId: string | null }

export const isFor = (person: Rights, { may }: Asks): boolean => !refusal(forWholeChain(person), may)

const ASKABLE = ['session', 'person', 'superadmin', ...permissions]

/** The same of notices `n` in a query. */
export const areFor = (person: Rights): SQL =>
  sql`n.may <@ ${listOf(
    ASKABLE.filter((one) => !refusal(forWholeChain(person), one)),
    'text',
  )}`
