import { sql } from 'drizzle-orm'
import { listOf } from '#server/db/rows.ts'
import type { PersonalData } from '#server/person.ts'
import { personalColumns } from './personal-data.ts'

/** A view that is called after somebody has a name of its own then: no two of one list may be called alike. */
export const person: PersonalData = {
  columns: personalColumns,
  erase: (tx, { searchTerms }) =>
    tx.execute(sql`
      update list_views set name = 'View ' || id, version = version + 1
      where lower(name) like any(${listOf(searchTerms.needles, 'text')})`),
}
