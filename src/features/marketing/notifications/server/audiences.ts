import { and, eq, isNotNull, isNull, sql, type SQL } from 'drizzle-orm'
import { sqlError, type Db } from '#server/db/connect.ts'
import { listOf } from '#server/db/rows.ts'
import { readSetting, settleSetting, lockSetting, writeSetting } from '#server/settings.ts'
import type { Audience } from '../audience-contract.ts'
import {
  describeAudience,
  KNOWN,
  nameKey,
  NO_LIMITS,
  specOf,
  type Condition,
  type Limits,
  type Names,
  type Of,
} from '../audience-rules.ts'
import { audiences } from './tables.ts'
import { query, text } from '#server/db/query.ts'

/** An audience as it is stored; what its ids are called is read beside it. */
export type Stored = typeof audiences.$inferSelect

const withId = (id: number) => and(eq(audiences.id, id), isNull(audiences.deletedAt))

export const everyAudience = async (db: Db): Promise<Audience[]> =>
  named(
    db,
    await db
      .select()
      .from(audiences)
      .where(isNull(audiences.deletedAt))
      .orderBy(sql`${audiences.name} collate "und-x-icu"`, audiences.id),
  )

export const findAudience = async (db: Db, id: number): Promise<Stored | undefined> =>
  (await db.select().from(audiences).where(withId(id)))[0]

/** An audience, locked until the transaction ends. */
export const lockAudience = async (tx: Db, id: number): Promise<Stored | undefined> =>
  (await tx.select().from(audiences).where(withId(id)).for('update'))[0]

type AudienceInput = { name: string; conditions: Condition[] }

/** @throws a unique violation when there is one of that name (`isDuplicateName`), as `changeAudience` and `restoreAudience` */
export const addAudience = async (tx: Db, input: AudienceInput, by: string, now: Date): Promise<Stored> =>
  (
    await tx
      .insert(audiences)
      .values({ ...input, createdAt: now, createdBy: by })
      .returning()
  )[0]!

const nextVersion = sql`${audiences.version} + 1`

export const changeAudience = async (tx: Db, id: number, input: AudienceInput): Promise<Stored> =>
  (
    await tx
      .update(audiences)
      .set({ ...input, version: nextVersion })
      .where(withId(id))
      .returning()
  )[0]!

export const removeAudience = (tx: Db, id: number, now: Date) =>
  tx.update(audiences).set({ deletedAt: now, version: nextVersion }).where(withId(id))

/** @returns undefined when there is none that was deleted */
export const restoreAudience = async (tx: Db, id: number): Promise<Stored | undefined> =>
  (
    await tx
      .update(audiences)
      .set({ deletedAt: null, version: nextVersion })
      .where(and(eq(audiences.id, id), isNotNull(audiences.deletedAt)))
      .returning()
  )[0]

export const isDuplicateName = (error: unknown): boolean => sqlError(error).constraint === 'audiences_name'

/** Audiences with what the ids in their conditions are called, all of them in one query for each kind. */
export async function named(db: Db, stored: readonly Stored[]): Promise<Audience[]> {
  const names = await namesIn(
    db,
    stored.flatMap(({ conditions }) => conditions),
  )
  return stored.map(({ id, name, conditions, createdAt, createdBy, version }) => ({
    id,
    name,
    conditions,
    description: describeAudience(conditions, names),
    names: Object.fromEntries(
      keysIn(conditions).flatMap((key) => (names[key] === undefined ? [] : [[key, names[key]]])),
    ),
    createdAt: createdAt.toISOString(),
    createdBy,
    version,
  }))
}

const LOOKED_UP: Partial<Record<Of, (ids: SQL) => SQL>> = {
  cinema: (ids) => sql`select id, name from cinemas where id = any(${ids})`,
  state: (ids) => sql`select id::text as id, name from states where id::text = any(${ids})`,
  movie: (ids) => sql`select id, coalesce(nullif(title, ''), name) as name from movies where id = any(${ids})`,
  plan: (ids) => sql`
    select x.id, x.id as name from unnest(${ids}) x(id) where lower(x.id) in (select name from plan_names)`,
}

/** The values of conditions that are not of few, by what they name. */
function valuesIn(conditions: readonly Condition[]): Map<Of, Set<string>> {
  const values = new Map<Of, Set<string>>()
  for (const { field, any } of conditions) {
    const { of } = specOf(field)
    if (of && !KNOWN[of]) values.set(of, new Set([...(values.get(of) ?? []), ...any]))
  }
  return values
}
const keysIn = (conditions: readonly Condition[]): string[] =>
  [...valuesIn(conditions)].flatMap(([of, values]) => [...values].map((value) => nameKey(of, value)))

async function namesIn(db: Db, conditions: readonly Condition[]): Promise<Names> {
  const names: Record<string, string> = {}
  for (const [of, values] of valuesIn(conditions)) {
    const { rows } = await query(db, { id: text, name: text })(LOOKED_UP[of]!(listOf([...values], 'text')))
    for (const { id, name } of rows) names[nameKey(of, id)] = name
  }
  return names
}

/** The first value of conditions that there is nothing of. */
export async function unknownIn(
  db: Db,
  conditions: readonly Condition[],
): Promise<{ of: Of; value: string } | undefined> {
  const names = await namesIn(db, conditions)
  for (const [of, values] of valuesIn(conditions))
    for (const value of values) if (names[nameKey(of, value)] === undefined) return { of, value }
}

const LIMITS = 'notifications:limits'

export const readLimits = async (db: Db): Promise<Limits> => (await readSetting<Limits>(db, LIMITS)) ?? NO_LIMITS

/** @returns what they were */
export async function setLimits(tx: Db, limits: Limits): Promise<Limits> {
  await settleSetting<Limits>(tx, LIMITS, NO_LIMITS)
  const before = (await lockSetting<Limits>(tx, LIMITS))!
  await writeSetting(tx, LIMITS, limits)
  return before
}
