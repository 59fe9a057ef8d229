import { and, eq, isNull, lt, or } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import type { feedKeys, serviceTokens } from './tables.ts'
import { hashToken, newToken } from './tokens.ts'

const HINT_LENGTH = 4
/** The interval at which uses are recorded, however many calls there are. */
const NOTED_EVERY_MS = 60_000

/**
 * Makes a program's secret. Only the caller knows it; its hash and last characters are stored.
 * @param prefix distinguishes it from other secrets, and lets scanners find leaks
 */
export function newSecret(prefix: string) {
  const secret = prefix + newToken().token
  return { secret, stored: { keyHash: hashToken(secret), last4: secret.slice(-HINT_LENGTH) } }
}

/** Records a program's call. */
export async function noteUse(
  db: Db,
  table: typeof feedKeys | typeof serviceTokens,
  { id, lastUsedAt }: { id: number; lastUsedAt: Date | null },
  now: Date,
): Promise<void> {
  const noted = new Date(now.getTime() - NOTED_EVERY_MS)
  if (lastUsedAt && lastUsedAt >= noted) return
  await db
    .update(table)
    .set({ lastUsedAt: now })
    .where(and(eq(table.id, id), or(isNull(table.lastUsedAt), lt(table.lastUsedAt, noted))))
}
