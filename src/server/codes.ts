import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { randomCode } from '#contract/code.ts'
import type { Db } from './db/connect.ts'

/** A random code that nobody can guess, of letters that cannot be taken for others. */
export const newCode = (length: number): string => randomCode(length, randomBytes)

/**
 * A code that buyers bring to the shop is given once, by whichever feature: whoever gives it asks whether it is taken
 * (`app.isCodeUsed`) while they hold it. The others wait until the transaction ends.
 */
export const lockCode = (tx: Db, code: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`code ${code.toUpperCase()}`}, 0))`)
