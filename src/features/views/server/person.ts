import { sql } from 'drizzle-orm'
import { listOf } from '#server/db/rows.ts'
import type { InPerson } from '#server/person.ts'
import { holds } from './holds.ts'

/** A view that is called after somebody has a name of its own then: no two of one list may be called alike. */
export const person: InPerson = {
  holds,
  erase: (tx, { words }) =>
    tx.execute(sql`
      update list_views set name = 'View ' || id, version = version + 1
      where lower(name) like any(${listOf(words.needles, 'text')})`),
}
