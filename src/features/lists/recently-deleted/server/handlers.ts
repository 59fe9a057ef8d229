import { refusal } from '#contract/permissions.ts'
import { sliceOf } from '#server/db/page.ts'
import { handle } from '#server/http/handle.ts'
import { invalid } from '#server/http/problem.ts'
import { gathering } from '#server/queue.ts'
import { recentlyDeleted, type DeletedRecord } from '../contract.ts'
import { LISTED_DAYS } from '../rules.ts'
import { newestOf, withActors } from './store.ts'

const DAY_MS = 86_400_000

export const handlers = handle(recentlyDeleted, {
  /** Asks each kind for as many as the page could take of it. */
  list: async ({ app, scopedDb, me, now, query: { page, perPage, kind } }) => {
    if (kind !== undefined && !app.deleted.some((known) => known.kind === kind))
      throw invalid({
        kind: `Kind not found: ${kind}. Choose one of ${app.deleted.map((one) => one.kind).join(', ')}.`,
      })
    const since = new Date(now.getTime() - LISTED_DAYS * DAY_MS)
    const { offset, limit } = sliceOf({ page, perPage })
    const kinds = app.deleted.filter((one) => (kind ?? one.kind) === one.kind && !refusal(me, one.permission))
    const found = await Promise.all(
      kinds.map((one) =>
        gathering(() => newestOf(scopedDb(one.permission), one, { me, since, limit: offset + limit })),
      ),
    )
    const listed = found
      .flatMap(({ records }) => records)
      .toSorted(latestFirst)
      .slice(offset, offset + limit)
    const named = await Promise.all(
      kinds.map(({ kind: of, permission }) => {
        const its = listed.filter((record) => record.kind === of)
        return its.length ? gathering(() => withActors(scopedDb(permission), of, its)) : its
      }),
    )
    return {
      records: named.flat().toSorted(latestFirst),
      totalCount: found.reduce((sum, { total }) => sum + total, 0),
    }
  },
})

const latestFirst = (one: DeletedRecord, other: DeletedRecord) =>
  other.deleted_at.localeCompare(one.deleted_at) || one.kind.localeCompare(other.kind) || other.id - one.id
