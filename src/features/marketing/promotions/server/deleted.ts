import { sql } from 'drizzle-orm'
import type { Deleted } from '#server/deleted.ts'
import type { Position } from '../rules.ts'

const rowsAt = (position: Position) => () =>
  sql`
  select id, title, '' as subtitle, deleted_at from promotions
  where position = ${position} and deleted_at is not null`

export const deleted: Deleted[] = [
  { kind: 'promotion', permission: 'promotions:write', rows: rowsAt('body') },
  { kind: 'hero banner', permission: 'hero-banners:write', rows: rowsAt('banner') },
]
