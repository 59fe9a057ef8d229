/**
 * Whom an alert is for, in the one place that decides it: those who may do what it asks for where it belongs, as they may
 * now. It is asked when alerts are delivered, when an email is written and whenever alerts are read, so that a right that
 * was taken away counts at once.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { Rights } from '#contract/permissions.ts'
import { areAmong } from '#server/auth/audience.ts'

export { isAmong as isFor } from '#server/auth/audience.ts'

/** The same of alerts `n` in a query. */
export const areFor = (person: Rights): SQL =>
  areAmong(person, { permission: sql`n.permission`, cinemas: sql`n.cinemas` })
