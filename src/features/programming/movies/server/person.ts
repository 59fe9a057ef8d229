import { sql } from 'drizzle-orm'
import { listOf } from '#server/db/rows.ts'
import { asInstant, sectionOf, type PersonalData, type PersonReferences } from '#server/person.ts'
import { personalColumns } from './personal-data.ts'
import { number, query } from '#server/db/query.ts'

const namesOf = ({ names }: PersonReferences) =>
  listOf(
    names.map((name) => name.toLowerCase()),
    'text',
  )

/** Who wrote a review is known by name alone. */
export const person: PersonalData = {
  columns: personalColumns,
  sections: (db, references) => [
    sectionOf(
      db,
      'reviews',
      'at movie_id customer_name liked review',
      sql`select ${asInstant('created_at', 'at')}, movie_id, customer_name, liked, review
          from reviews where lower(customer_name) = any(${namesOf(references)}) order by created_at, id`,
    ),
  ],
  counts: async (db, references) => {
    const { rows } = await query(db, { reviews: number })`
      select count(*) as reviews from reviews where lower(customer_name) = any(${namesOf(references)})`
    return rows[0]!
  },
  // What people said of movies stays, without a name.
  erase: (tx, { references, searchTerms }) =>
    tx.execute(sql`
      update reviews set customer_name = '',
        review = redact(review, ${listOf([...searchTerms.anywhere, ...searchTerms.own], 'text')})
      where lower(customer_name) = any(${namesOf(references)})`),
}
