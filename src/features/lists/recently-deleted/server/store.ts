import type { Db } from '#server/db/connect.ts'
import type { Deleted } from '#server/deleted.ts'
import { actorsAt } from '#server/audit/store.ts'
import type { DeletedRecord } from '../contract.ts'
import { number, query, text, present } from '#server/db/query.ts'

const row = { id: number, title: text, subtitle: text, deleted_at: present(text), total: number }
export type Found = { records: DeletedRecord[]; total: number }

/** The newest of a kind that were deleted since an instant, and how many there are. */
export async function newestOf(
  db: Db,
  { kind, rows: all }: Deleted,
  { me, since, limit }: { me: { id: number }; since: Date; limit: number },
): Promise<Found> {
  const { rows } = await query(db, row)`
    select id, title, subtitle, deleted_at, count(*) over ()::int as total
    from (${all(me)}) as deleted where deleted_at >= ${since.toISOString()}
    order by deleted_at desc, id desc limit ${limit}`
  const records = rows.map(({ total: _, deleted_at, ...row }) => ({
    ...row,
    kind,
    deleted_at: new Date(deleted_at).toISOString(),
    deleted_by: null,
  }))
  return { records, total: rows[0]?.total ?? 0 }
}

/** The same records with who deleted them, as the audit log says. */
export async function withActors(db: Db, kind: string, records: readonly DeletedRecord[]): Promise<DeletedRecord[]> {
  const actors = await actorsAt(
    db,
    kind,
    records.map(({ id, deleted_at }) => ({ id: String(id), at: deleted_at })),
  )
  return records.map((record) => ({ ...record, deleted_by: actors.get(String(record.id)) ?? null }))
}
