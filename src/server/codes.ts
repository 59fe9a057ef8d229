import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { randomCode } from '#contract/code.ts'
import type { Db } from './db/connect.ts'

/** Makes a random code without letters that look alike. */
export const newCode = (length: number): string => randomCode(length, randomBytes)

/**
 * Locks a code until the transaction ends. A code that buyers use in the shop is unique across features, so a feature
 * checks it (`app.isCodeUsed`) under this lock.
 */
export const lockCode = (tx: Db, code: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`code ${code.toUpperCase()}`}, 0))`)
